// Replaces the add form of assessments once study, practice and mock exist.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { QueryView } from '@/shared/lazy/QueryView'
import { EmptyState } from '@/shared/ui/states'
import { allModesTexts, resourceTexts } from '../messages'
import { wholeQuery } from '../resource/calls'
import { assessments } from './catalogue'

const modes = ['study', 'practice', 'mock']

export function AllModes({ children }: { children: ReactNode }) {
  const query = useQuery({ ...wholeQuery(assessments.calls.list), staleTime: 0 })
  return (
    <QueryView query={query}>
      {({ rows }) =>
        modes.every((mode) => rows.some(({ slug }) => slug === mode)) ? (
          <EmptyState
            title={allModesTexts.title}
            action={
              <Button component={Link} to={assessments.screens.list} mt="xs">
                {resourceTexts.back}
              </Button>
            }
          >
            {allModesTexts.text}
          </EmptyState>
        ) : (
          children
        )
      }
    </QueryView>
  )
}
