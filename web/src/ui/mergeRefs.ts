// Stands in for the one hook of Floating UI that Mantine's ScrollArea takes (see vite.config.ts).
import { useMergedRef } from '@mantine/hooks'
import type { Ref } from 'react'

export const useMergeRefs = <Element>(refs: Ref<Element>[]) => useMergedRef(...refs)
