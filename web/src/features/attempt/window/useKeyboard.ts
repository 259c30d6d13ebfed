// The keyboard of the window: reads a press, asks the key table, does what it says.
import { useWindowEvent } from '@mantine/hooks'
import { isSettled } from '@/shared/attempt/state'
import { useDeviceSetting } from '@/shared/device/settings'
import { letterOf } from '@/shared/i18n/format'
import { type Dialogs, useAttemptParts } from '../attemptContext'
import { testTexts } from '../messages'
import { neighbour } from '../model/paper'

/** `listed` while no question is on screen. */
export function useKeyboard(dialogs: Dialogs, listed: boolean): void {
  const { test, paper, attempt, announce } = useAttemptParts()
  const [on] = useLetterKeys()
  const marksAtOnce = useMarksAtOnce()

  useWindowEvent('keydown', (event) => {
    const state = test.store.getState()
    const { place, submission } = state
    if (!on || event.defaultPrevented || place === null) return
    const item = paper.items.get(place)
    const options = (item?.kind === 'question' && item.question.options) || []
    // A dialog that is none of the window's own.
    if (event.target instanceof Element && event.target.closest('[data-own-keys]')) return
    const asking = dialogs.open === 'submit'
    const stage: Stage =
      submission.is !== 'none'
        ? 'elsewhere'
        : asking
          ? 'asking'
          : dialogs.open || listed
            ? 'elsewhere'
            : 'paper'
    const command = commandOf(pressOf(event), stage, options.length)
    if (command === null) return
    event.preventDefault()

    switch (command.do) {
      case 'choose': {
        const option = options[command.index]
        if (option === undefined || isSettled(attempt, state, place)) return
        test.answer(place, 'question', option._id, marksAtOnce)
        return announce(testTexts.chosen(letterOf(command.index)))
      }
      case 'next':
      case 'previous': {
        const to = neighbour(paper, place, command.do === 'next' ? 1 : -1)
        return to === null ? undefined : test.show(to)
      }
      case 'submit':
        return dialogs.askSubmit()
      case 'return':
        return dialogs.close()
      case 'yes':
        // What the button does, so that there is one way to end a test.
        return document.querySelector<HTMLButtonElement>('button[data-yes]')?.click()
    }
  })
}

/** Whether the letter keys are on. */
export const useLetterKeys = () => useDeviceSetting('sabi.letterKeys', true)

/**
 * "Let me think first": whether a study test waits for View Answer instead of marking a choice
 * at once (ruling 47).
 */
export const useThinkFirst = () => useDeviceSetting('sabi.thinkFirst', false)

/** Whether a choice is marked when it is made. */
export function useMarksAtOnce(): boolean {
  const { attempt } = useAttemptParts()
  const [thinkFirst] = useThinkFirst()
  return attempt.assessment.slug === 'study' && !thinkFirst
}

// The keys of the real UTME (eight keys): A B C D (E) choose, P and N go to the previous and next question, S asks
// whether to submit, R returns from there. In addition, Y means "yes" in that dialog. Enter presses the button in
// focus, as everywhere. Pure.

type Command =
  | { do: 'choose'; index: number }
  | { do: 'previous' }
  | { do: 'next' }
  | { do: 'submit' }
  | { do: 'return' }
  | { do: 'yes' }

/** What the window shows: the paper, the dialog that asks whether to submit or cancel, or another dialog. */
type Stage = 'paper' | 'asking' | 'elsewhere'

export interface Press {
  key: string
  modified: boolean
  /** The focus is where letters are text. */
  typing: boolean
  /** The key is held down. */
  repeat: boolean
}

/** What a key means on this stage; null leaves it to the browser. */
export function commandOf(press: Press, stage: Stage, options: number): Command | null {
  if (press.modified || press.typing || stage === 'elsewhere') return null
  const key = press.key.toUpperCase()
  if (stage === 'asking') {
    if (press.repeat) return null
    if (key === 'R') return { do: 'return' }
    return key === 'Y' ? { do: 'yes' } : null
  }
  // Held down, these walk on; a choice or a submit is meant once.
  if (key === 'P') return { do: 'previous' }
  if (key === 'N') return { do: 'next' }
  if (press.repeat) return null
  if (key === 'S') return { do: 'submit' }
  if (key.length !== 1) return null
  const index = key.charCodeAt(0) - 65
  return index >= 0 && index < Math.min(options, 5) ? { do: 'choose', index } : null
}

/** Reads a browser event. */
export function pressOf(event: KeyboardEvent): Press {
  return {
    key: event.key,
    modified: event.ctrlKey || event.altKey || event.metaKey,
    typing: isTyping(event.target),
    repeat: event.repeat,
  }
}

const NOT_TEXT = new Set(['radio', 'checkbox', 'button', 'submit', 'reset', 'range', 'image'])

/** Whether letters typed at this element are text: answer boxes, fields, lists to type into. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return !NOT_TEXT.has(target.type)
  return (
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    target.isContentEditable ||
    target.closest('[role=textbox],[role=combobox],[role=searchbox]') !== null
  )
}
