// How many questions a mock has and how long it takes, as the server would start it now.
import { useQuery } from '@tanstack/react-query'
import { availabilityQuery } from '@/shared/api/queries/attempts'
import type { Availability, ExamType } from '@/shared/api/types'

export type MockLength = NonNullable<Availability['mock']>

interface MockAsk {
  examId: string
  examType: ExamType
  universityId?: string | null | undefined
}

/** Undefined until it is known; null where it cannot be told. The same call as the setup's own check. */
export function useMockLength(
  { examId, examType, universityId }: MockAsk,
  subjects: string[] | null,
): MockLength | null | undefined {
  const { data, isError } = useQuery({
    ...availabilityQuery({
      mock: true,
      body: {
        ...{ examId, examType, year: null, university: universityId ?? null },
        subjects: subjects ?? [],
      },
    }),
    enabled: subjects !== null && subjects.length > 0,
  })
  return isError ? null : data?.mock
}
