// A simple calculator: arithmetic typed with keys on the screen or the keyboard.
import { Button, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { Delete } from 'lucide-react'
import { useState } from 'react'
import { messages } from './calculatorMessages'

const rows = [
  ['C', '⌫', '%', '/'],
  ['7', '8', '9', '*'],
  ['4', '5', '6', '-'],
  ['1', '2', '3', '+'],
  ['0', '.', '='],
]
const words = messages.calculator
const names = (): Record<string, string> => ({
  C: words.clear,
  '⌫': words.backspace,
  '%': words.percent,
  '/': words.divide,
  '*': words.multiply,
  '-': words.minus,
  '+': words.plus,
  '.': words.point,
  '=': words.equals,
})

export function Calculator() {
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
      if (value === null) setProblem(words.invalid)
      else write(value)
    } catch {
      setProblem(messages.kit.calculatorNotLoaded)
    }
  }
  const press = (key: string) => {
    if (key === '=') return void work()
    write(key === 'C' ? '' : key === '⌫' ? text.slice(0, -1) : text + key)
  }

  return (
    <Stack gap="sm">
      <TextInput
        data-autofocus
        aria-label={words.expression}
        size="lg"
        inputMode="decimal"
        autoComplete="off"
        value={text}
        error={problem && <span role="alert">{problem}</span>}
        onChange={(event) => write(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== '=') return
          event.preventDefault()
          void work()
        }}
        styles={{ input: { textAlign: 'right', fontVariantNumeric: 'tabular-nums' } }}
      />
      <SimpleGrid cols={4} spacing="xs" verticalSpacing="xs">
        {rows.flat().map((key) => (
          <Button
            key={key}
            size="md"
            px={0}
            variant={key === '=' ? 'filled' : /[\d.]/.test(key) ? 'default' : 'light'}
            aria-label={names()[key]}
            style={key === '=' ? { gridColumn: 'span 2' } : undefined}
            onClick={() => press(key)}
          >
            {key === '⌫' ? <Delete size={20} aria-hidden /> : key}
          </Button>
        ))}
      </SimpleGrid>
      <Text fz="xs" c="dimmed">
        {words.rounded}
      </Text>
    </Stack>
  )
}
