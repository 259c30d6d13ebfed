// Draws the picture of a result: 1080 × 1080 pixels, as statuses and posts show it whole.
import type { Quiz } from '@/shared/api/types'
import { kindOf } from '@/shared/exams/kind'
import { formatNumber } from '@/shared/i18n/format'
import { scoreOf } from '../score'
import { shareTexts } from './messages'
import { testInWords } from './shareText'

export const SIDE = 1080
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

export function linesOf(quiz: Quiz, name: string | null): Line[] {
  const { value, beside } = scoreOf(quiz)
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

export function draw(canvas: HTMLCanvasElement, lines: Line[]): void {
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
export const fileOf = (canvas: HTMLCanvasElement) =>
  new Promise<File | null>((done) =>
    canvas.toBlob(
      (blob) => done(blob && new File([blob], shareTexts.fileName, { type: 'image/png' })),
      'image/png',
    ),
  )
