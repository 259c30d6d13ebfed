// The questions on this device, inside the student's shell.
import type { RouteObject } from 'react-router'
import { lazyScreen } from '@/shared/lazy/lazyScreen'
import { paths } from '@/shared/paths'

export const offlineRoutes: RouteObject[] = [
  {
    path: paths.offline,
    ...lazyScreen(() => import('./Offline').then((m) => m.Offline)),
  },
]
