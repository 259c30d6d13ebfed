// Types of what Vite serves as modules (pictures, CSS modules).
/// <reference types="vite/client" />

interface Window {
  /** Answers that the page asked for before the app came, by path (ahead.ts). */
  ahead?: Record<string, Promise<Response>>
  /** Not in all browsers: a telephone's way back, and Escape. */
  CloseWatcher?: new () => { onclose: (() => void) | null; destroy: () => void }
}
