// Required fields are exposed as required to assistive technology, and are not checked by the
// browser, whose own bubbles would replace our messages.
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { registration } from '@/testing/data'
import { jamb } from '@/testing/enrolment'
import { failure, fakeApi } from '@/testing/fakeApi'
import { renderApp, renderStudent } from '@/testing/renderApp'
import { world } from '@/testing/world'

const newsletter = ['Email']
const dead = failure(422, 'invalid', 'Look at the form.', { token: 'That link is used up.' })

const forms: Record<string, string[]> = {
  '/login': ['Email', 'Password'],
  '/admin/login': ['Email', 'Password'],
  '/register': [
    'First name',
    'Last name',
    'Email',
    'Password',
    'Confirm password',
    'Country',
    'I accept the terms and conditions and the privacy policy.',
  ],
  '/forgot-password': ['Email'],
  '/password/reset/token': ['New password', 'Confirm password'],
  '/activate-account/abc': ['Email'],
  '/contact-us': [
    'First name',
    'Last name',
    'Email',
    'Mobile number',
    'Subject',
    'Message',
    ...newsletter,
  ],
}

/** The names of all required fields, in their order. */
function required(): string[] {
  const all = [...document.querySelectorAll<HTMLInputElement>('[aria-required="true"], [required]')]
  for (const field of all) expect(field.form?.noValidate).toBe(true)
  return all.map((field) => {
    const label = field.getAttribute('aria-label') ?? field.labels?.[0]?.textContent ?? ''
    return label.replace(/ \*$/, '')
  })
}

describe('the required fields', () => {
  it.each(Object.keys(forms))('of %s are exposed as required', async (path) => {
    fakeApi({ ...world, 'GET /activate-account/abc': dead })
    renderApp(path)
    await screen.findAllByLabelText(/^(Email|New password)/)
    expect(required()).toEqual(forms[path])
  })

  it('of the account page are exposed as required', async () => {
    fakeApi(world)
    renderStudent('/account-setting')
    await userEvent.click(await screen.findByRole('button', { name: 'Delete my account' }))
    await screen.findByLabelText('Your password')
    expect(required()).toEqual([
      'Old password',
      'New password',
      'Confirm password',
      'Your password',
    ])
  })

  it('of an exam date are exposed as required', async () => {
    fakeApi({ ...world, 'GET /get-saved-subjects/u1': { data: [registration(jamb, {})] } })
    renderStudent('/dashboard')
    await userEvent.click(
      await screen.findByRole('button', { name: 'Set exam date for JAMB UTME' }),
    )
    await screen.findByLabelText('Exam date for JAMB UTME')
    expect(required()).toEqual(['Exam date for JAMB UTME'])
  })
})
