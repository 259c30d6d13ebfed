/** Resolves after so many milliseconds. The one of es-toolkit can be cancelled, which costs every visit 0.2 KiB. */
export const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
