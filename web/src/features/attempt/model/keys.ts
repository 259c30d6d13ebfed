// The keyboard of the real UTME (eight keys): A B C D (E) choose, P and N go, S submits,
// R returns from the question that S asks. Beside them Y for "yes" in such a question;
// Enter presses the button in focus, as everywhere. Pure.

export type Command =
  | { do: 'choose'; index: number }
  | { do: 'previous' }
  | { do: 'next' }
  | { do: 'submit' }
  | { do: 'return' }
  | { do: 'yes' }

/** What the window shows: the paper, the question of S (or of an empty submit), or another dialog. */
export type Stage = 'paper' | 'asking' | 'elsewhere'

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
