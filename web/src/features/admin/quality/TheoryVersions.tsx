// The earlier versions of a theory question, with its model answers.
import { useQuery } from '@tanstack/react-query'
import { updateTheory } from '@/shared/api/queries/bank'
import { theoryVersionsQuery } from '@/shared/api/queries/bankQuality'
import type { AdminTheory, TheoryVersion } from '@/shared/api/types'
import { bankFormTexts } from '../bank/messages'
import { versionsTexts } from './messages'
import { type VersionPart, Versions } from './Versions'

type Content = Omit<TheoryVersion, 'version' | 'replacedAt' | 'replacedBy'>

export function TheoryVersions({ theory, onRestored }: TheoryVersionsProps) {
  return (
    <Versions<Content>
      query={useQuery(theoryVersionsQuery(theory._id))}
      hint={versionsTexts.theoryHint}
      now={theory}
      partsOf={partsOf}
      restore={({ title, question, description, detailed_answer, logo }) => {
        const { _id: id, version } = theory
        return updateTheory(id, { title, question, description, detailed_answer, logo, version })
      }}
      onRestored={onRestored}
    />
  )
}

interface TheoryVersionsProps {
  /** The present theory question. */
  theory: AdminTheory
  onRestored: () => void
}

const partsOf = (content: Content): VersionPart[] => [
  { name: versionsTexts.question, value: content.question },
  { name: versionsTexts.picture, value: content.logo ?? '', picture: true },
  { name: bankFormTexts.answer, value: content.description },
  { name: bankFormTexts.detailedAnswer, value: content.detailed_answer },
]
