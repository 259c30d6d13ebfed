// Writes a formula: the structures of school papers as buttons, and a preview while it is typed.
import {
  Alert,
  Box,
  Button,
  Group,
  Modal,
  Stack,
  Text,
  Textarea,
  UnstyledButton,
} from '@mantine/core'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { nextHole, rendered, withStructure } from './editorMaths'
import { editorTexts } from './editorMessages'
import { loadMaths } from './RichText'
import styles from './RichTextEditor.module.css'

// The structures of school papers: what a button shows, and what it puts into a formula. The cursor
// goes into the first empty braces.

const structures = [
  { name: 'fraction', shown: '\\frac{a}{b}', put: '\\frac{}{}' },
  { name: 'root', shown: '\\sqrt{a}', put: '\\sqrt{}' },
  { name: 'nthRoot', shown: '\\sqrt[n]{a}', put: '\\sqrt[n]{}' },
  { name: 'power', shown: 'a^{n}', put: '^{}' },
  { name: 'index', shown: 'a_{n}', put: '_{}' },
  { name: 'matrix', shown: '\\begin{pmatrix}a&b\\\\c&d\\end{pmatrix}', put: matrix() },
  { name: 'vector', shown: '\\vec{a}', put: '\\vec{}' },
  { name: 'sum', shown: '\\sum_{a}^{b}', put: '\\sum_{}^{}' },
  { name: 'integral', shown: '\\int_{a}^{b}', put: '\\int_{}^{}' },
  { name: 'log', shown: '\\log_{a}', put: '\\log_{}' },
  { name: 'lessOrEqual', shown: '\\le', put: '\\le' },
  { name: 'greaterOrEqual', shown: '\\ge', put: '\\ge' },
  { name: 'notEqual', shown: '\\ne', put: '\\ne' },
  { name: 'times', shown: '\\times', put: '\\times' },
  { name: 'divided', shown: '\\div', put: '\\div' },
  { name: 'plusMinus', shown: '\\pm', put: '\\pm' },
  { name: 'degree', shown: '^{\\circ}', put: '^{\\circ}' },
  { name: 'pi', shown: '\\pi', put: '\\pi' },
  { name: 'theta', shown: '\\theta', put: '\\theta' },
  { name: 'angle', shown: '\\angle', put: '\\angle' },
  { name: 'arrow', shown: '\\rightarrow', put: '\\rightarrow' },
  { name: 'naira', shown: '₦', put: '₦' },
] as const

export type StructureName = (typeof structures)[number]['name']

/** Two rows of two, each in braces of its own, so that Tab leads from one to the next. */
function matrix() {
  return '\\begin{pmatrix}{}&{}\\\\{}&{}\\end{pmatrix}'
}

export function MathsDialog({ source, display, onInsert, onClose }: MathsDialogProps) {
  const [text, setText] = useState(source)
  const [isReady, setReady] = useState(false)
  const [isOffline, setOffline] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  // Where the cursor goes once the new text is in the field.
  const cursor = useRef<[start: number, end: number] | null>(null)
  useEffect(() => {
    void loadMaths().then((loaded) => (loaded ? setReady(true) : setOffline(true)))
  }, [])
  useLayoutEffect(() => {
    if (cursor.current) field.current?.setSelectionRange(...cursor.current)
    cursor.current = null
  })
  const typed = () => ({
    text,
    start: field.current?.selectionStart ?? text.length,
    end: field.current?.selectionEnd ?? text.length,
  })
  const put = (structure: string) => {
    const next = withStructure(typed(), structure)
    cursor.current = [next.start, next.end]
    setText(next.text)
    field.current?.focus()
  }
  const insert = () => {
    if (text.trim()) onInsert(text.trim())
    else onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      insert()
    }
    const hole = event.key === 'Tab' && !event.shiftKey ? nextHole(typed()) : null
    if (hole !== null) {
      event.preventDefault()
      field.current?.setSelectionRange(hole, hole)
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={<Text fw={650}>{editorTexts.formula}</Text>}
      withCloseButton={false}
      size="lg"
      centered
    >
      <Stack>
        <Box className={styles.structures ?? ''} role="group" aria-label={editorTexts.structures}>
          {structures.map(({ name, put: structure, shown }) => (
            <Structure
              key={name}
              name={editorTexts.names[name]}
              shown={shown}
              isReady={isReady}
              onClick={() => put(structure)}
            />
          ))}
        </Box>
        <Textarea
          ref={field}
          label={editorTexts.formula}
          description={editorTexts.formulaHint}
          classNames={{ input: styles.mathsSource ?? '' }}
          autosize
          minRows={2}
          spellCheck={false}
          autoCapitalize="none"
          data-autofocus
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        {isOffline ? (
          <Alert color="red" role="alert">
            {editorTexts.noPreview}
          </Alert>
        ) : (
          <Preview source={text} display={display} isReady={isReady} />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {editorTexts.cancel}
          </Button>
          <Button onClick={insert} disabled={!text.trim()}>
            {source ? editorTexts.change : editorTexts.insert}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

interface MathsDialogProps {
  /** The formula at the cursor, without delimiters; empty for a new one. */
  source: string
  display: boolean
  onInsert: (source: string) => void
  onClose: () => void
  /** Error shown where the dialog could not be loaded. */
  failed: string
}

function Structure({ name, shown, isReady, onClick }: StructureProps) {
  return (
    <UnstyledButton className={styles.structure} aria-label={name} title={name} onClick={onClick}>
      <Rendered source={shown} isReady={isReady} />
    </UnstyledButton>
  )
}

interface StructureProps {
  name: string
  /** The formula on the button. */
  shown: string
  isReady: boolean
  onClick: () => void
}

function Preview({ source, display, isReady }: PreviewProps) {
  return (
    <div className={styles.mathsPreview} role="img" aria-label={editorTexts.preview}>
      {source.trim() ? (
        <Rendered source={source} display={display} isReady={isReady} />
      ) : (
        <Text c="dimmed" fz="sm">
          {editorTexts.previewEmpty}
        </Text>
      )}
    </div>
  )
}

interface PreviewProps {
  source: string
  display: boolean
  isReady: boolean
}

function Rendered({ source, display = false, isReady }: RenderedProps) {
  const place = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    if (isReady) place.current?.replaceChildren(rendered({ source, display }))
  }, [source, display, isReady])
  return <span ref={place} />
}

interface RenderedProps {
  source: string
  display?: boolean
  /** Whether KaTeX is loaded. */
  isReady: boolean
}
