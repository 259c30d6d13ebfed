// Typed arithmetic (spec 1 §5): + - * / and %, brackets, decimals; nothing else.
import jsep, { type Expression } from 'jsep'

/** The value, rounded to two decimals when it is no integer; null when there is none. */
export function calculate(text: string): number | null {
  try {
    const value = evaluate(jsep(normalise(text)))
    if (!Number.isFinite(value)) return null
    return Number.isInteger(value) ? value : Math.round(value * 100) / 100
  } catch {
    return null
  }
}

/** Signs as people write them, and a % that ends a number ("50%") as a hundredth. */
function normalise(text: string): string {
  return text
    .replaceAll('×', '*')
    .replaceAll('÷', '/')
    .replaceAll('−', '-')
    .replace(/%(?!\s*[\d.(])/g, '/100')
}

type Node = Expression & Record<string, unknown>

function evaluate(expression: Expression): number {
  const node = expression as Node
  switch (node.type) {
    case 'Literal':
      if (typeof node.value === 'number') return node.value
      break
    case 'UnaryExpression': {
      const value = evaluate(node.argument as Expression)
      if (node.operator === '-') return -value
      if (node.operator === '+') return value
      break
    }
    case 'BinaryExpression':
      return apply(
        node.operator as string,
        evaluate(node.left as Expression),
        evaluate(node.right as Expression),
      )
  }
  throw new SyntaxError(node.type)
}

function apply(operator: string, left: number, right: number): number {
  switch (operator) {
    case '+':
      return left + right
    case '-':
      return left - right
    case '*':
      return left * right
    case '/':
      return left / right
    case '%':
      return left % right
  }
  throw new SyntaxError(operator)
}
