// Types of what Vite serves as modules (pictures, CSS modules).
/// <reference types="vite/client" />

/** Not in all browsers: a telephone's way back, and Escape. */
interface Window {
  CloseWatcher?: new () => { onclose: (() => void) | null; destroy: () => void }
}
