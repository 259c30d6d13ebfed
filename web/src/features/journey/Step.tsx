// A step of the journey: needs the choices of the steps before it, or leads back to the start.
import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import { paths } from '@/paths'
import { type FlowChoices, useFlow } from '@/stores/flow'

type Chosen<K extends keyof FlowChoices> = Pick<FlowChoices, K>

export function Step<K extends keyof FlowChoices>({ needs, children }: StepProps<K>) {
  const flow = useFlow()
  if (needs.some((key) => flow[key] === undefined)) return <Navigate to={paths.dashboard} replace />
  // Nothing is missing, as just checked.
  return children(flow as unknown as Chosen<K>)
}

interface StepProps<K extends keyof FlowChoices> {
  needs: readonly K[]
  children: (choices: Chosen<K>) => ReactNode
}
