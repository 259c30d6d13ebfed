// A question in a list: its text in one line with rendered maths, and an icon for pictures; or all of it.
import { Group, Stack, Text } from '@mantine/core'
import { Check, Image as ImageIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AdminQuestion } from '@/shared/api/types'
import { letterOf } from '@/shared/i18n/format'
import { plainText } from '@/shared/ui/plainText'
import { QuestionPicture, RichText } from '@/shared/ui/RichText'
import styles from './bank.module.css'
import { bankListTexts, drawerTexts } from './messages'

export function Stem({ html, logo = null, title = '', most }: StemProps) {
  const text = stemHtml(html, most)
  return (
    <>
      {(hasPicture(html) || logo) && (
        <ImageIcon
          size={15}
          role="img"
          aria-label={bankListTexts.picture}
          className={styles.pictured}
        />
      )}
      {text ? <RichText html={text} inline /> : title}
    </>
  )
}

interface StemProps {
  /** HTML. */
  html: string
  /** The picture of the question. */
  logo?: string | null
  /** Shown if the stem has no text. */
  title?: string
  /** Maximum length in characters. */
  most?: number
}

// Converts a text of the bank to one line: markup removed, maths kept whole.

/** Maximum length of a stem in a list, in characters. */
const MOST = 240

/** Matches formulas, each as a whole, and the text between them. */
const pieces = /\\\(.*?\\\)|\${3,}|\$\$.*?\$\$|[^\\$]+|[\\$]/gs

/** The beginning as HTML with only text and formulas; no formula is cut. */
export function stemHtml(html: string, most = MOST): string {
  const text = plainText(html)
  if (text.length <= most) return escaped(inLine(text))
  let cut = ''
  for (const [piece] of text.matchAll(pieces)) {
    const room = most - cut.length
    if (piece.length <= room) {
      cut += piece
      continue
    }
    if (!isFormula(piece)) cut += piece.slice(0, room).replace(/\s+\S*$/, '')
    break
  }
  return `${escaped(inLine(cut.trimEnd()))}…`
}

/** In a list, display maths becomes inline maths. */
const inLine = (text: string) =>
  text.replace(/\${3,}|\$\$(.*?)\$\$/gs, (whole, formula?: string) =>
    formula === undefined ? whole : `\\(${formula}\\)`,
  )

const isFormula = (piece: string) => /^(\\\(|\$\$(?!\$))/.test(piece)

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Whether it contains a picture. */
const hasPicture = (html: string) => /<img\b/i.test(html)

/** The shown parts of a question. */
type QuestionParts = Pick<
  AdminQuestion,
  'passage' | 'question' | 'logo' | 'options' | 'correctAns' | 'description'
>

/** A question with everything in it: passage, stem, options with the key, explanation. */
export function WholeQuestion({ question, about }: WholeQuestionProps) {
  return (
    <Stack>
      {about && <Group gap="xs">{about}</Group>}
      {question.passage && (
        <section className={styles.passage} aria-label={drawerTexts.passage}>
          <RichText html={question.passage} />
        </section>
      )}
      <RichText html={question.question} />
      {question.logo && <QuestionPicture src={question.logo} />}
      <ol className={styles.options}>
        {question.options.map(({ _id, option }, i) => {
          const key = _id === question.correctAns
          return (
            <li key={_id} data-key={key || undefined}>
              <span className={styles.letter}>{letterOf(i)}</span>
              <RichText html={option} inline className={styles.option} />
              {key && (
                <span className={styles.key}>
                  {drawerTexts.rightAnswer} <Check size={16} strokeWidth={3} aria-hidden />
                </span>
              )}
            </li>
          )
        })}
      </ol>
      {question.description.trim() && (
        <section className={styles.explanation} aria-label={drawerTexts.explanation}>
          <Text fw={600} fz="sm" mb={4}>
            {drawerTexts.explanation}
          </Text>
          <RichText html={question.description} />
        </section>
      )}
    </Stack>
  )
}

interface WholeQuestionProps {
  question: QuestionParts
  /** Its state and place, above it. */
  about?: ReactNode
}
