// The types of browsers.mjs.
export type OldBrowser = {
  open(url: string): Promise<unknown>
  /** Runs a function in the page, as text. */
  run<Args extends unknown[], Result>(
    what: (...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>>
  click(x: number, y: number): Promise<unknown>
  /** Presses the keys of this text. */
  type(text: string): Promise<unknown>
  /** A picture of the page, as base64, where the browser gives one. */
  picture?(): Promise<string>
  close(): Promise<unknown>
}

export const browsers: Record<
  string,
  (size: { width: number; height: number }) => Promise<OldBrowser>
>
