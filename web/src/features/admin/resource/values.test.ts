// A form refuses to send exactly the missing fields that the server would refuse.
import { expect, it } from 'vitest'
import { pastedTexts } from '../messages'
import { faqs, instructions, news, pages } from '../resources/site'
import { type Fields, missing, wrong } from './values'

const picture = '<p><img src="/uploads/slope.png"></p>'

it('asks for words where the server does not take a picture alone', () => {
  const page = { page_title: 'Terms', content: picture }
  expect(missing(pages.fields, page, false)).toEqual({ content: 'Content is required' })
  expect(missing(instructions.fields, { content: picture }, true)).toEqual({
    content: 'Content is required',
  })
  expect(missing(faqs.fields, { question: 'How?', answer: picture }, true)).toEqual({
    answer: 'Answer field is required',
  })
  const withWords = { ...page, content: `${picture}<p>Read it.</p>` }
  expect(missing(pages.fields, withWords, false)).toEqual({})
})

it('takes a picture alone where the server does', () => {
  const one = { title: 'Results', description: picture }
  expect(missing(news.fields, one, true)).toEqual({})
  expect(missing(news.fields, { ...one, description: '<p>&nbsp;</p>' }, true)).toEqual({
    description: 'Description is required',
  })
})

it('refuses a day that cannot be read or is too late, and takes any other', () => {
  const fields: Fields = { opened: { kind: 'date', label: 'Opened', max: '2026-03-31' } }
  const said = (opened: string) => wrong(fields, { opened }, false).opened
  expect(said('31/02/2026')).toBe(
    'Enter the date as day/month/year, for example 25/06/2005 or 25062005.',
  )
  expect(said('2026-04-01')).toBe('Choose 31/03/2026 or an earlier date.')
  expect(said('2026-03-31')).toBeUndefined()
  expect(said('')).toBeUndefined()
})

it('refuses a text with a pasted picture that is not there yet', () => {
  const said = (description: string) =>
    wrong(news.fields, { title: 'Results', description }, false).description
  expect(said('<p>Slope:</p><img src="" data-uploading="true">')).toBe(pastedTexts.uploading)
  expect(said('<p>Slope:</p><img src="">')).toBe(pastedTexts.missing)
  expect(said(picture)).toBeUndefined()
})
