// The routes of the test window: the four kinds are one window, which shows whatever the
// attempt holds (spec 2 §2.12), question by question or all of them in a list.
import type { RouteObject } from 'react-router'
import { paths } from '@/paths'
import { lazyScreen } from '@/shell/lazyScreen'

const screen = lazyScreen(() => import('./TestPage').then((m) => m.TestPage))

export const testRoutes: RouteObject[] = [
  paths.objectiveQuestions(),
  paths.theoriesQuestions(),
  paths.listQuestions(),
  paths.mockExam(':examId'),
  paths.objectiveExam(':examId'),
  paths.theoriesExam(':examId'),
].map((path) => ({ path, ...screen }))
