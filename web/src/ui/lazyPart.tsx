// A part of a screen whose code comes when it is first shown. When the code cannot be had
// (the line is gone, or a newer version has replaced it), or breaks, the rest stands.
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { ErrorBoundary } from './ErrorBoundary'
import { loadPageAnew } from './loadPageAnew'

/** What is shown in place of a part that has failed; `again` loads it once more. */
export type Failed<Props> = ComponentType<Props & { again: () => void }>

export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Failed: Failed<Props>,
  Waiting: ComponentType<Props> = Nothing,
): ComponentType<Props> {
  /** In browsers that remember a failed load, only another page can have the code. */
  const reload = async () => {
    try {
      return await load()
    } catch (thrown) {
      await loadPageAnew()
      throw thrown
    }
  }
  // React remembers a failed load as well, so that each try needs a lazy component of its own.
  const fresh = (load: () => Promise<ComponentType<Props>>) =>
    lazy(async () => ({ default: await load() })) as ComponentType<Props>
  return function LazyPart(props: Props) {
    const [{ Part }, setPart] = useState(() => ({ Part: fresh(load) }))
    const again = () => setPart({ Part: fresh(reload) })
    return (
      <ErrorBoundary of={Part} fallback={<Failed {...props} again={again} />}>
        <Suspense fallback={<Waiting {...props} />}>
          <Part {...props} />
        </Suspense>
      </ErrorBoundary>
    )
  }
}

const Nothing = () => null
