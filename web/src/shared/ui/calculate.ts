// Typed arithmetic (spec 1 §5): + - * / and %, brackets, decimals; nothing else. Exact: numbers are
// fractions of integers of any length, and only the result is rounded.

/** A fraction; `under` is positive. */
interface Fraction {
  over: bigint
  under: bigint
}

/** The value, rounded to two decimals (halves away from zero); null if the text has no value. */
export function calculate(text: string): string | null {
  const parts = normalise(text).match(/\d+\.?\d*|\.\d+|\S/g) ?? []
  try {
    const value = sum(parts)
    return parts.length > 0 ? null : rounded(value)
  } catch {
    return null
  }
}

/**
 * Replaces the signs that people type with ours, and a % after a number ("50%") with a division by
 * 100.
 */
function normalise(text: string): string {
  return text
    .replaceAll('×', '*')
    .replaceAll('÷', '/')
    .replaceAll('−', '-')
    .replace(/%(?!\s*[\d.(])/g, '/100')
}

// Each of these functions removes what it reads from the front of `parts`, and throws if there is
// no number.

function sum(parts: string[]): Fraction {
  let value = product(parts)
  for (let sign = take(parts, '+-'); sign; sign = take(parts, '+-')) {
    const { over, under } = product(parts)
    const more = sign === '+' ? over : -over
    value = { over: value.over * under + more * value.under, under: value.under * under }
  }
  return value
}

function product(parts: string[]): Fraction {
  let value = signed(parts)
  for (let sign = take(parts, '*/%'); sign; sign = take(parts, '*/%')) {
    const by = signed(parts)
    if (sign === '*') value = { over: value.over * by.over, under: value.under * by.under }
    else if (by.over === 0n) throw new RangeError('divided by zero')
    else if (sign === '%')
      value = {
        over: (value.over * by.under) % (by.over * value.under),
        under: value.under * by.under,
      }
    else {
      const turned = by.over < 0n ? -1n : 1n
      value = { over: value.over * by.under * turned, under: value.under * by.over * turned }
    }
  }
  return value
}

function signed(parts: string[]): Fraction {
  const sign = take(parts, '+-')
  if (sign) {
    const { over, under } = signed(parts)
    return { over: sign === '-' ? -over : over, under }
  }
  if (take(parts, '(')) {
    const value = sum(parts)
    if (!take(parts, ')')) throw new SyntaxError(')')
    return value
  }
  const number = parts.shift() ?? ''
  if (!/\d/.test(number)) throw new SyntaxError(number)
  const [whole = '', decimals = ''] = number.split('.')
  return { over: BigInt(whole + decimals), under: 10n ** BigInt(decimals.length) }
}

function take(parts: string[], signs: string): string | undefined {
  const [next] = parts
  return next && signs.includes(next) ? parts.shift() : undefined
}

function rounded({ over, under }: Fraction): string {
  const size = over < 0n ? -over : over
  const hundredths = (size * 200n + under) / (under * 2n)
  const decimals = String(hundredths % 100n)
    .padStart(2, '0')
    .replace(/0+$/, '')
  const sign = over < 0n && hundredths > 0n ? '-' : ''
  return `${sign}${hundredths / 100n}${decimals && `.${decimals}`}`
}
