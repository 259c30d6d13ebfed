// Sharing a result: what is said, to whom it can be given, and that no name is in it unasked.
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { whatsAppLink } from '@/shared/ui/share'
import { quiz } from '@/testing/data'
import { fakeApi } from '@/testing/fakeApi'
import { renderStudent } from '@/testing/renderApp'
import { scoreCardTexts } from '../ScoreCard'
import { linesOf, scoreInWords, shareText, shareTexts } from './ShareDialog'

const none = { overall: null, grade: null, outOf400: null, colour: null, jambScale: null }
const mock = quiz({
  assessment: { _id: 'm3', title: 'Mock', slug: 'mock' },
  score: { ...none, percent: 62.8, outOf400: 251 },
})

describe('text', () => {
  it.each([
    [mock, '251 of 400'],
    [quiz({ score: { ...none, percent: 70, grade: 'B2' } }), 'B2 (70%)'],
    [quiz(), '65%'],
  ])('tells the score on the scale of the exam', (of, said) => expect(scoreInWords(of)).toBe(said))

  it('names nobody unless a name is given', () => {
    expect(shareText(mock, null, 'https://sabi.ng/')).toBe(
      'I scored 251 of 400 in my JAMB UTME mock. Practise with past questions on Sabi: https://sabi.ng/',
    )
    expect(shareText(mock, 'Ada Obi', 'https://sabi.ng/')).toMatch(
      /^Ada Obi scored 251 of 400 in the/,
    )
    const texts = (name: string | null) => linesOf(mock, name).map(({ text }) => text)
    expect(texts(null)).toContain('My score')
    expect(texts('Ada Obi')).toContain('Ada Obi’s score')
  })

  it('is the text of the link to WhatsApp', () =>
    expect(new URL(whatsAppLink('65% & more')).searchParams.get('text')).toBe('65% & more'))
})

describe('dialog', () => {
  const png = new Blob(['png'], { type: 'image/png' })

  beforeEach(() => {
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(png))
  })
  afterEach(() => {
    for (const name of ['clipboard', 'share', 'canShare']) Reflect.deleteProperty(navigator, name)
  })

  async function open(able: Partial<Navigator>) {
    fakeApi({
      'GET /get-result-data/quiz1': { quiz: mock, subjectResults: [], advices: [] },
      'GET /get-result-data-view/quiz1': { quiz: mock, subjectResults: [], total: 0 },
    })
    renderStudent('/practice-results/quiz1')
    const user = userEvent.setup()
    for (const [name, value] of Object.entries(able)) {
      Object.defineProperty(navigator, name, { value, configurable: true })
    }
    await user.click(await screen.findByRole('button', { name: scoreCardTexts.share }))
    return { user, dialog: within(await screen.findByRole('dialog', { name: shareTexts.title })) }
  }

  it('offers WhatsApp first, and adds the name only when it is ticked', async () => {
    const { user, dialog } = await open({})
    const text = () => dialog.getByRole('group', { name: shareTexts.text })
    const link = dialog.getByRole('link', { name: shareTexts.opensApp })
    expect(text()).not.toHaveTextContent('Adaeze')
    expect(link.getAttribute('href')).toMatch(/^https:\/\/wa\.me\/\?text=I%20scored/)
    await user.click(dialog.getByRole('checkbox', { name: shareTexts.addName }))
    expect(text()).toHaveTextContent(/^Adaeze Okonkwo scored 251 of 400/)
    expect(link.getAttribute('href')).toContain('text=Adaeze%20Okonkwo')
  })

  it('copies the text and saves the picture where the device shares nothing', async () => {
    const writeText = vi.fn(async () => undefined)
    const clipboard = { writeText } as unknown as Clipboard
    const { user, dialog } = await open({ clipboard })
    await user.click(dialog.getByRole('button', { name: shareTexts.copy }))
    expect(writeText).toHaveBeenCalledWith(expect.stringMatching(/^I scored 251 of 400/))
    expect(await dialog.findByText(shareTexts.copied)).toBeVisible()
    expect(dialog.getByRole('button', { name: shareTexts.savePicture })).toBeEnabled()
  })

  it('says how to copy where the browser does not let it', async () => {
    const writeText = vi.fn(async () => Promise.reject(new Error('denied')))
    const { user, dialog } = await open({ clipboard: { writeText } as unknown as Clipboard })
    await user.click(dialog.getByRole('button', { name: shareTexts.copy }))
    expect(await dialog.findByText(shareTexts.notCopied)).toBeVisible()
  })

  it('shares text and picture by the device where it can', async () => {
    const share = vi.fn(async () => undefined)
    const { user, dialog } = await open({ share, canShare: () => true })
    await user.click(dialog.getByRole('button', { name: shareTexts.asText }))
    await user.click(dialog.getByRole('button', { name: shareTexts.asPicture }))
    const [, [picture]] = share.mock.calls as unknown as [unknown, [ShareData]]
    expect(share.mock.calls[0]).toEqual([{ text: expect.stringContaining('251 of 400') }])
    expect(picture.files?.[0]).toMatchObject({ name: shareTexts.fileName, type: 'image/png' })
  })
})
