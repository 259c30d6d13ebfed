// The routes of the test window: the four kinds are one window, which shows whatever the
// attempt holds (spec 2 §2.12), question by question or all of them in a list.
import type { RouteObject } from 'react-router'
import { lazyScreen, preloadedScreen } from '@/shared/lazy/lazyScreen'
import { paths } from '@/shared/paths'

const window = () => import('./window/TestPage')
const screen = preloadedScreen(() => window().then((m) => m.TestPage))

export const testRoutes: RouteObject[] = [
  paths.objectiveQuestions(),
  paths.theoriesQuestions(),
  paths.listQuestions(),
  paths.mockExam(':examId'),
  paths.objectiveExam(':examId'),
  paths.theoriesExam(':examId'),
].map((path) => ({ path, ...screen }))

/** Needs a session, unlike a test. */
export const warmUpRoutes: RouteObject[] = [
  {
    path: paths.warmUp,
    // With the window, whose code it is made of.
    ...lazyScreen(() => window().then((m) => m.loadWarmUp())),
  },
]
