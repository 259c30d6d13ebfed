// What a form finds missing before it is sent is what the server would refuse.
import { expect, it } from 'vitest'
import { faqs } from '../resources/faqs'
import { instructions } from '../resources/instructions'
import { news } from '../resources/news'
import { pages } from '../resources/pages'
import { missing } from './values'

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
