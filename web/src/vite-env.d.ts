// Types of what Vite serves as modules (pictures, CSS modules).
/// <reference types="vite/client" />

/** Not in all browsers: the back button of a phone, and Escape. */
interface Window {
  CloseWatcher?: new () => { onclose: (() => void) | null; destroy: () => void }
}
