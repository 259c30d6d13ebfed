// The routes of university, category, course and subjects, inside the student's shell.
import type { RouteObject } from 'react-router'
import {
  categoriesQuery,
  coursesQuery,
  examChoicesQuery,
  universitiesQuery,
} from '@/shared/api/queries/enrolment'
import { useFlow } from '@/shared/flow/useFlow'
import { lazyScreen, prefetch } from '@/shared/lazy/lazyScreen'
import { paths } from '@/shared/paths'

const exams = prefetch({ early: () => [examChoicesQuery] })

export const enrolmentRoutes: RouteObject[] = [
  {
    path: paths.university,
    loader: prefetch({ early: () => [examChoicesQuery, universitiesQuery] }),
    ...lazyScreen(() => import('./CourseSteps').then((m) => m.UniversityStep)),
  },
  {
    path: paths.categories,
    loader: prefetch({ early: () => [examChoicesQuery, categoriesQuery] }),
    ...lazyScreen(() => import('./CourseSteps').then((m) => m.CategoryStep)),
  },
  {
    path: paths.categoryCourses,
    loader: prefetch({
      early: () => {
        const { categoryId } = useFlow.getState()
        return [examChoicesQuery, ...(categoryId === undefined ? [] : [coursesQuery(categoryId)])]
      },
    }),
    ...lazyScreen(() => import('./CourseSteps').then((m) => m.CourseStep)),
  },
  {
    path: paths.courseSubjects,
    loader: exams,
    ...lazyScreen(() => import('./CourseSubjects').then((m) => m.CourseSubjects)),
  },
  {
    path: paths.savedSubjects,
    loader: exams,
    ...lazyScreen(() => import('./SavedExams').then((m) => m.SavedSubjects)),
  },
  {
    path: paths.savedSubjectsUpdate,
    loader: exams,
    ...lazyScreen(() => import('./SavedSubjectsUpdate').then((m) => m.SavedSubjectsUpdate)),
  },
  {
    path: paths.savedExams,
    loader: exams,
    ...lazyScreen(() => import('./SavedExams').then((m) => m.SavedExams)),
  },
]
