// The calculator by its keys and by the keyboard.
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { uiTexts } from '@/shared/i18n/common'
import { Calculator, calculatorTexts } from './Calculator'
import { CalculatorDialog } from './CalculatorDialog'

const show = (node: React.ReactNode) => render(<MantineProvider env="test">{node}</MantineProvider>)

describe('Calculator', () => {
  it('works by its keys', async () => {
    show(<Calculator />)
    for (const key of ['1', '0', 'Divide', '4', 'Equals']) {
      await userEvent.click(screen.getByRole('button', { name: key }))
    }
    expect(await screen.findByDisplayValue('2.5')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Backspace' }))
    expect(screen.getByRole('textbox')).toHaveValue('2.')
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }))
    expect(screen.getByRole('textbox')).toHaveValue('')
  })

  it('says when an expression is none, until it is changed', async () => {
    show(<Calculator />)
    await userEvent.type(screen.getByRole('textbox'), '2+*3{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent(calculatorTexts.invalid)
    await userEvent.type(screen.getByRole('textbox'), '{Backspace}')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('is a sheet on a phone, which leaves the page above it in use', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      ...{ media: query, matches: query.includes('max-width') || query.includes('coarse') },
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }))
    const close = vi.fn()
    const { unmount } = show(
      <>
        <button type="button">Option A</button>
        <CalculatorDialog opened onClose={close} />
      </>,
    )
    const sheet = await screen.findByRole('dialog', { name: 'Calculator' })
    expect(screen.getByRole('textbox')).toHaveFocus()
    // Its own keys are there: no other keyboard comes up over the question.
    expect(screen.getByRole('textbox')).toHaveAttribute('inputmode', 'none')
    expect(screen.getByRole('button', { name: 'Option A' })).toBeVisible()
    expect(sheet).not.toHaveAttribute('aria-modal')
    await userEvent.click(screen.getByRole('button', { name: uiTexts.closeCalculator }))
    await userEvent.keyboard('{Escape}')
    expect(close).toHaveBeenCalledTimes(2)
    unmount()
    vi.unstubAllGlobals()
  })

  it('closes on Escape', async () => {
    const close = vi.fn()
    show(<CalculatorDialog opened onClose={close} />)
    await screen.findByRole('dialog')
    await userEvent.keyboard('{Escape}')
    expect(close).toHaveBeenCalled()
  })
})
