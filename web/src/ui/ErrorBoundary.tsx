// Keeps what breaks inside it from taking what is around it along.
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
  /** What is shown in place of the children once they have failed. */
  fallback: ReactNode
  /** Another value gives the children another chance. */
  of?: unknown
  children: ReactNode
}
