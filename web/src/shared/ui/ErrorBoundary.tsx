// Keeps an error inside it from breaking what is around it.
import { Component, type ReactNode } from 'react'

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
