import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ExamBadge } from './exams'

it.each([
  ['JAMB UTME', 'JA'],
  ['WASSCE (WAEC)', 'WA'],
  ['POST UTME', 'PO'],
  ['JSCE (BECE)', 'JS'],
])('marks %s by the same letters at every size', (title, letters) => {
  for (const side of [28, 44, 64]) {
    const { container } = render(<ExamBadge exam={{ slug: 'one', title }} side={side} />)
    expect(container.firstElementChild).toHaveTextContent(new RegExp(`^${letters}$`))
  }
})

it('is the logo where the exam has one', () => {
  const exam = { slug: 'one', title: 'JAMB UTME', logo: '/uploads/jamb.webp' }
  const { container } = render(<ExamBadge exam={exam} />)
  expect(container).toHaveTextContent(/^$/)
  expect(container.querySelector('img')).toHaveAttribute('alt', '')
})
