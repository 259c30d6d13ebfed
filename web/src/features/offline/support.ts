// Whether this browser can keep questions, and open the app, without internet.

/** Encryption and service workers exist on https alone, and not in every private window. */
export const isSupported = () =>
  crypto.subtle !== undefined &&
  'serviceWorker' in navigator &&
  'caches' in window &&
  'indexedDB' in window
