// Asks for the password or a code again when the server requires it before a dangerous action. The
// refused call of any screen waits meanwhile.

import { useEffect } from 'react'
import { lazyPart } from '@/shared/ui/lazyPart'
import type { ProofFormProps } from './ProofForm'
import { answerProof, useServerDemands } from './serverDemands'

const ProofForm = lazyPart<ProofFormProps>(
  () => import('./ProofForm').then((m) => m.ProofForm),
  Unasked,
)

/** If its code cannot be loaded, the refusal is passed on, with its message. */
function Unasked() {
  useEffect(() => answerProof(false), [])
  return null
}

export function ProofDialog() {
  const proof = useServerDemands((asked) => asked.proof)
  const why = useServerDemands((asked) => asked.why)
  return proof && <ProofForm key={proof} proof={proof} why={why} />
}
