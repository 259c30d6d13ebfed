// Asks for the password or a code again when the server wants it before a dangerous act. The call that was
// refused waits meanwhile, whichever screen made it.

import { useEffect } from 'react'
import { lazyPart } from '@/ui/lazyPart'
import type { ProofFormProps } from './ProofForm'
import { answerProof, useServerDemands } from './serverDemands'

const ProofForm = lazyPart<ProofFormProps>(
  () => import('./ProofForm').then((m) => m.ProofForm),
  Unasked,
)

/** Without its code nothing can be asked: the refusal is handed on, and says what is wanted. */
function Unasked() {
  useEffect(() => answerProof(false), [])
  return null
}

export function ProofDialog() {
  const proof = useServerDemands((asked) => asked.proof)
  const why = useServerDemands((asked) => asked.why)
  return proof && <ProofForm key={proof} proof={proof} why={why} />
}
