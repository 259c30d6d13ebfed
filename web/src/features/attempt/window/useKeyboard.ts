// The keyboard of the window: reads a press, asks the key table, does what it says.
import { useLocalStorage, useWindowEvent } from '@mantine/hooks'
import { isSettled } from '@/shared/attempt/state'
import { letterOf } from '@/shared/i18n/format'
import { useAttemptParts } from '../attemptContext'
import { testTexts } from '../messages'
import { commandOf, pressOf, type Stage } from '../model/keys'
import { neighbour } from '../model/paper'
import type { Dialogs } from './dialogs'

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
    // A dialogue that is none of the window's own.
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

/** Whether the letter keys are on: a choice that this device remembers. */
export function useLetterKeys(): [boolean, (on: boolean) => void] {
  const [on, setOn] = useLocalStorage({
    key: 'sabi.letterKeys',
    defaultValue: true,
    getInitialValueInEffect: false,
  })
  return [on, setOn]
}

/**
 * "Let me think first": whether a study test waits for View Answer instead of marking a choice
 * at once (ruling 47). A choice that this device remembers.
 */
export function useThinkFirst(): [boolean, (on: boolean) => void] {
  const [on, setOn] = useLocalStorage({
    key: 'sabi.thinkFirst',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  return [on, setOn]
}

/** Whether a choice is marked when it is made. */
export function useMarksAtOnce(): boolean {
  const { attempt } = useAttemptParts()
  const [thinkFirst] = useThinkFirst()
  return attempt.assessment.slug === 'study' && !thinkFirst
}
