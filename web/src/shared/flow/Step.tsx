// A step of the journey: it needs the choices of earlier steps, or redirects to the step where the
// missing choice is made.
import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import { missingStep } from './steps'
import { type FlowChoices, useFlow } from './useFlow'

type Chosen<K extends keyof FlowChoices> = Pick<FlowChoices, K>

export function Step<K extends keyof FlowChoices>({ needs, children }: StepProps<K>) {
  const flow = useFlow()
  const missing = missingStep(flow, needs)
  if (missing !== null) return <Navigate to={missing} replace />
  // Nothing is missing: checked above.
  return children(flow as unknown as Chosen<K>)
}

interface StepProps<K extends keyof FlowChoices> {
  needs: readonly K[]
  children: (choices: Chosen<K>) => ReactNode
}
