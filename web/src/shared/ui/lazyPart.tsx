// A part of a screen whose code is loaded when first shown. If the code cannot be loaded (no
// connection, or replaced by a newer version) or fails, the rest of the screen stays.
import { Component, type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { loadPageAnew } from './loadPageAnew'

/** Rendered in place of a part that has failed; `again` loads it again. */
type Failed<Props> = ComponentType<Props & { again: () => void }>

export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Failed: Failed<Props> = Nothing,
  Waiting: ComponentType<Props> = Nothing,
): ComponentType<Props> {
  /** In browsers that cache a failed import, only a page reload can load the code. */
  const reload = async () => {
    try {
      return await load()
    } catch (thrown) {
      await loadPageAnew()
      throw thrown
    }
  }
  /** The part once it is loaded. Shown directly, it needs no placeholder, which React keeps for up to 300 ms. */
  let loaded: ComponentType<Props> | undefined
  // React caches a failed load too, so each try needs a new lazy component.
  const fresh = (load: () => Promise<ComponentType<Props>>) =>
    lazy(async () => {
      loaded = await load()
      return { default: loaded }
    }) as ComponentType<Props>
  return function LazyPart(props: Props) {
    const [{ Part }, setPart] = useState(() => ({ Part: loaded ?? fresh(load) }))
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

/** Keeps an error inside it from breaking what is around it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidUpdate(before: ErrorBoundaryProps) {
    if (this.state.failed && before.of !== this.props.of) this.setState({ failed: false })
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}

interface ErrorBoundaryProps {
  /** Rendered in place of the children after an error. */
  fallback: ReactNode
  /** When this changes, the children are rendered again. */
  of?: unknown
  children: ReactNode
}
