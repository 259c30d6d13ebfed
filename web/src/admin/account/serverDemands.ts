// What the server has asked of whoever works in the back office, and which calls wait for it.

import { create } from 'zustand'
import { answerWith, type Proof } from '@/api/asksFirst'
import { useSession } from '@/stores/session'
import { proofReason } from './proofReasons'

interface ServerDemands {
  /** What has to be given again, while a call waits for it. */
  proof: Proof | null
  /** Why: what the call does that waits. */
  why: string
  /** Whether a second factor has to be set up before anything else. */
  setUp: boolean
  /** Whether the screen that asked holds what no server has: it goes on behind the set-up. */
  keep: boolean
}

export const useServerDemands = create<ServerDemands>()(() => ({
  proof: null,
  why: '',
  setUp: false,
  keep: false,
}))

let waiting: ((given: boolean) => void)[] = []

/** Ends the asking: what waits goes on, or is refused as it was. */
export function answerProof(given: boolean): void {
  const all = waiting
  waiting = []
  useServerDemands.setState({ proof: null })
  for (const go of all) go(given)
}

answerWith({
  prove: (proof, call) =>
    new Promise((resolve) => {
      waiting.push(resolve)
      useServerDemands.setState({ proof, why: proofReason(call) })
    }),
  setUpFirst: () =>
    useServerDemands.setState(({ setUp, keep }) => ({
      setUp: true,
      keep: setUp ? keep : useSession.getState().unsaved,
    })),
})

// Whoever is signed in next is asked for their own.
useSession.subscribe(({ status }) => {
  if (status === 'in') return
  answerProof(false)
  useServerDemands.setState({ setUp: false })
})
