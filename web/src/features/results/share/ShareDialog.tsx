// A result as text or picture, to WhatsApp first: by the device's own sharing where there is one, else
// to be copied or saved.
import '@/shared/ui/modalStyles'
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { Copy, Download, ImageIcon, MessageCircle, Share2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Quiz } from '@/shared/api/types'
import { kindOf } from '@/shared/exams/kind'
import { formatNumber } from '@/shared/i18n/format'
import { paths } from '@/shared/paths'
import { useUser } from '@/shared/session/useSession'
import { Checkbox } from '@/shared/ui/Checkbox'
import { canShare, copyText, saveFile, whatsAppLink } from '@/shared/ui/share'
import styles from '../results.module.css'
import type { ShareDialogProps } from '../ScoreCard'
import { labelledScoreOf } from '../score'

export const shareTexts = {
  title: 'Share your result',
  about: 'Nobody sees your name unless you add it.',
  addName: 'Add my name',
  whatsApp: 'WhatsApp',
  opensApp: 'Share on WhatsApp (opens a new tab)',
  asText: 'Share as text',
  asPicture: 'Share as a picture',
  savePicture: 'Save the picture',
  copy: 'Copy the text',
  copied: 'Copied.',
  notCopied: 'This browser does not let Sabi copy. Select the text above and copy it.',
  notShared: 'Sharing did not work. Try another way.',
  close: 'Close',
  text: 'Text to share',
  picture: 'Picture of your result',
  mine: (score: string, test: string) => `I scored ${score} in my ${test}.`,
  of: (name: string, score: string, test: string) => `${name} scored ${score} in the ${test}.`,
  test: (exam: string, assessment: string) => `${exam} ${assessment.toLowerCase()}`,
  testOf: (exam: string, assessment: string) => `${exam} ${assessment.toLowerCase()} test`,
  practise: (address: string) => `Practise with past questions on Sabi: ${address}`,
  withGrade: (score: string, beside: string) => `${score} (${beside})`,
  scored: (score: string, beside: string) => `${score} ${beside}`,
  yourScore: 'My score',
  scoreOf: (name: string) => `${name}’s score`,
  rightOf: (right: string, all: string) => `${right} of ${all} right`,
  fileName: 'sabi-result.png',
  brand: 'Sabi',
  promise: 'Past questions for JAMB, WAEC, BECE and Post-UTME',
}

export function ShareDialog({ quiz, onClose }: ShareDialogProps) {
  const user = useUser()
  const [named, setNamed] = useState(false)
  const [notice, setNotice] = useState('')
  const name = named && user ? `${user.first_name} ${user.last_name}`.trim() : null
  const text = shareText(quiz, name, new URL(paths.home, window.location.origin).href)
  const { canvas, file } = usePicture(quiz, name)

  const share = (data: ShareData) =>
    navigator.share(data).catch((thrown: Error) => {
      // Closed without choosing where to.
      if (thrown.name !== 'AbortError') setNotice(shareTexts.notShared)
    })
  const copy = async () =>
    setNotice((await copyText(text)) ? shareTexts.copied : shareTexts.notCopied)
  return (
    <Modal
      opened
      onClose={onClose}
      title={shareTexts.title}
      closeButtonProps={{ 'aria-label': shareTexts.close }}
    >
      <Stack gap="sm">
        <Text className={styles.text} aria-label={shareTexts.text} role="group">
          {text}
        </Text>
        <canvas
          ref={canvas}
          className={styles.picture}
          role="img"
          aria-label={shareTexts.picture}
        />
        <Checkbox
          label={shareTexts.addName}
          checked={named}
          onChange={(event) => setNamed(event.currentTarget.checked)}
        />
        <Text fz="sm" c="dimmed">
          {shareTexts.about}
        </Text>
        <Group gap="sm" grow preventGrowOverflow={false}>
          <Button
            component="a"
            href={whatsAppLink(text)}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={shareTexts.opensApp}
            leftSection={<MessageCircle size={18} aria-hidden />}
          >
            {shareTexts.whatsApp}
          </Button>
          {canShare({ text }) ? (
            <Button
              variant="default"
              leftSection={<Share2 size={18} aria-hidden />}
              onClick={() => share({ text })}
            >
              {shareTexts.asText}
            </Button>
          ) : (
            <Button
              variant="default"
              leftSection={<Copy size={18} aria-hidden />}
              onClick={() => void copy()}
            >
              {shareTexts.copy}
            </Button>
          )}
          {file && canShare({ files: [file] }) ? (
            <Button
              variant="default"
              leftSection={<ImageIcon size={18} aria-hidden />}
              onClick={() => share({ files: [file], text })}
            >
              {shareTexts.asPicture}
            </Button>
          ) : (
            <Button
              variant="default"
              disabled={file === null}
              leftSection={<Download size={18} aria-hidden />}
              onClick={() => file && saveFile(file.name, file)}
            >
              {shareTexts.savePicture}
            </Button>
          )}
        </Group>
        <Text fz="sm" role="status">
          {notice}
        </Text>
      </Stack>
    </Modal>
  )
}

/** The picture, drawn anew for another name; made before it is asked for, because sharing must follow the press. */
function usePicture(quiz: Quiz, name: string | null) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [file, setFile] = useState<File | null>(null)
  useEffect(() => {
    const element = canvas.current
    if (element === null) return
    let gone = false
    setFile(null)
    draw(element, linesOf(quiz, name))
    void fileOf(element).then((made) => {
      if (!gone) setFile(made)
    })
    return () => {
      gone = true
    }
  }, [quiz, name])
  return { canvas, file }
}

const SIDE = 1080
const MARGIN = 96
const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", Arial, sans-serif'

/** One line of the picture, by its baseline; made smaller where it would be too wide. */
interface Line {
  text: string
  y: number
  size: number
  weight: number
  colour: string
}

/** Draws the picture of a result: 1080 × 1080 pixels, as statuses and posts show it whole. */
export function linesOf(quiz: Quiz, name: string | null): Line[] {
  const { value, beside } = labelledScoreOf(quiz)
  const right = shareTexts.rightOf(
    formatNumber(quiz.correctCount),
    formatNumber(quiz.questionCount),
  )
  const white = '#ffffff'
  const soft = '#d8efe3'
  return [
    { text: shareTexts.brand, y: 160, size: 64, weight: 800, colour: '#ffb433' },
    {
      text: name ? shareTexts.scoreOf(name) : shareTexts.yourScore,
      y: 360,
      size: 48,
      weight: 600,
      colour: soft,
    },
    { text: value, y: 580, size: 240, weight: 800, colour: white },
    { text: beside ?? '', y: 660, size: 56, weight: 600, colour: soft },
    { text: testInWords(quiz), y: 780, size: 56, weight: 700, colour: white },
    { text: kindOf(quiz) === 'theory' ? '' : right, y: 850, size: 44, weight: 500, colour: soft },
    { text: shareTexts.promise, y: 1000, size: 34, weight: 500, colour: soft },
  ]
}

function draw(canvas: HTMLCanvasElement, lines: Line[]): void {
  canvas.width = SIDE
  canvas.height = SIDE
  const pen = canvas.getContext('2d')
  if (pen === null) return
  pen.fillStyle = '#0a4229'
  pen.fillRect(0, 0, SIDE, SIDE)
  pen.fillStyle = '#0f5f3b'
  pen.beginPath()
  pen.arc(SIDE, 0, 560, 0, 2 * Math.PI)
  pen.fill()
  for (const { text, y, size, weight, colour } of lines) {
    pen.font = `${weight} ${size}px ${FONT}`
    const width = pen.measureText(text).width
    const fitting = Math.min(1, (SIDE - 2 * MARGIN) / Math.max(1, width))
    if (fitting < 1) pen.font = `${weight} ${Math.floor(size * fitting)}px ${FONT}`
    pen.fillStyle = colour
    pen.fillText(text, MARGIN, y)
  }
}

/** The picture as a file; null where the browser makes none. */
const fileOf = (canvas: HTMLCanvasElement) =>
  new Promise<File | null>((done) =>
    canvas.toBlob(
      (blob) => done(blob && new File([blob], shareTexts.fileName, { type: 'image/png' })),
      'image/png',
    ),
  )

// What is shared of a result: score and test, and nobody's name unless one is given.

/** "251 of 400", "B2 (70%)", "65%". */
export function scoreInWords(quiz: Quiz): string {
  const { value, beside } = labelledScoreOf(quiz)
  if (!beside) return value
  return quiz.score.outOf400 != null
    ? shareTexts.scored(value, beside)
    : shareTexts.withGrade(value, beside)
}

const testInWords = ({ exam, assessment }: Quiz) =>
  (assessment.slug === 'mock' ? shareTexts.test : shareTexts.testOf)(exam.title, assessment.title)

export function shareText(quiz: Quiz, name: string | null, address: string): string {
  const what = [scoreInWords(quiz), testInWords(quiz)] as const
  return `${name ? shareTexts.of(name, ...what) : shareTexts.mine(...what)} ${shareTexts.practise(address)}`
}
