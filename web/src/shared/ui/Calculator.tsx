// A simple calculator: typed arithmetic, by keys on the screen or on the keyboard.
import { Button, Stack, Text, TextInput } from '@mantine/core'
import { Delete } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { uiTexts } from '@/shared/i18n/common'
import styles from './Calculator.module.css'

export const calculatorTexts = {
  invalid: 'Invalid Mathematical Equation',
  expression: 'Expression',
  rounded: 'Results are rounded to two decimals.',
  clear: 'Clear',
  backspace: 'Backspace',
  percent: 'Percent',
  divide: 'Divide',
  multiply: 'Multiply',
  minus: 'Minus',
  plus: 'Plus',
  point: 'Point',
  equals: 'Equals',
}

/** Five a row on a page, ten where the window is low; `=` is two wide. */
const keys = [
  ...['7', '8', '9', '/', 'C'],
  ...['4', '5', '6', '*', '⌫'],
  ...['1', '2', '3', '-', '%'],
  ...['0', '.', '+', '='],
]
const names = (): Record<string, string> => ({
  C: calculatorTexts.clear,
  '⌫': calculatorTexts.backspace,
  '%': calculatorTexts.percent,
  '/': calculatorTexts.divide,
  '*': calculatorTexts.multiply,
  '-': calculatorTexts.minus,
  '+': calculatorTexts.plus,
  '.': calculatorTexts.point,
  '=': calculatorTexts.equals,
})

/** Whether the keys of a touch screen would come up over what is being worked out. */
const hasTouch = () => window.matchMedia?.('(pointer: coarse)').matches ?? false

export function Calculator({ beside }: CalculatorProps) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)

  const write = (next: string) => {
    setText(next)
    setProblem(null)
  }
  const work = async () => {
    if (!text.trim()) return
    try {
      const { calculate } = await import('./calculate')
      const value = calculate(text)
      if (value === null) setProblem(calculatorTexts.invalid)
      else write(value)
    } catch {
      setProblem(uiTexts.calculatorNotLoaded)
    }
  }
  const press = (key: string) => {
    if (key === '=') return void work()
    write(key === 'C' ? '' : key === '⌫' ? text.slice(0, -1) : text + key)
  }

  return (
    <Stack gap="xs">
      <div className={styles.top}>
        <TextInput
          data-autofocus
          aria-label={calculatorTexts.expression}
          size="md"
          // The keys are below.
          inputMode={hasTouch() ? 'none' : 'decimal'}
          autoComplete="off"
          value={text}
          error={problem && <span role="alert">{problem}</span>}
          onChange={(event) => write(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' && event.key !== '=') return
            event.preventDefault()
            void work()
          }}
          classNames={{ root: styles.display, input: styles.digits }}
        />
        {beside}
      </div>
      <div className={styles.keys}>
        {keys.map((key) => (
          <Button
            key={key}
            px={0}
            className={styles.key}
            variant={key === '=' ? 'filled' : /[\d.]/.test(key) ? 'default' : 'light'}
            aria-label={names()[key]}
            data-wide={key === '=' || undefined}
            onClick={() => press(key)}
          >
            {key === '⌫' ? <Delete size={20} aria-hidden /> : key}
          </Button>
        ))}
      </div>
      <Text fz="xs" c="dimmed">
        {calculatorTexts.rounded}
      </Text>
    </Stack>
  )
}

interface CalculatorProps {
  /** Stands beside the display. */
  beside?: ReactNode
}
