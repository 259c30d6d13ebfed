// The routes of the public site, inside its shell.
import type { RouteObject } from 'react-router'
import { examTypesQuery } from '@/shared/api/queries/catalogue'
import {
  bannersQuery,
  homeSettingQuery,
  newsQuery,
  testimonialsQuery,
} from '@/shared/api/queries/home'
import { examPageQuery, firstPaperQuery, visitorPaperQuery } from '@/shared/api/queries/visitors'
import { lazyScreen } from '@/shared/lazy/lazyScreen'
import { prefetch } from '@/shared/lazy/prefetch'
import { paths } from '@/shared/paths'

export const publicRoutes: RouteObject[] = [
  {
    path: paths.home,
    loader: prefetch({
      open: () => [
        bannersQuery,
        firstPaperQuery,
        homeSettingQuery,
        examTypesQuery,
        testimonialsQuery,
        newsQuery,
      ],
    }),
    ...lazyScreen(() => import('./Home').then((m) => m.Home)),
  },
  {
    path: paths.exam(':slug'),
    loader: prefetch({ open: ({ params }) => [examPageQuery(params.slug ?? '')] }),
    ...lazyScreen(() => import('./ExamPage').then((m) => m.ExamPage)),
  },
  {
    path: paths.tryExam(':exam'),
    loader: prefetch({ open: ({ params }) => [visitorPaperQuery(params.exam ?? '')] }),
    ...lazyScreen(() => import('./TryPage').then((m) => m.TryPage)),
  },
  {
    path: paths.news,
    ...lazyScreen(() => import('./News').then((m) => m.News)),
  },
  {
    path: paths.newsDetail(':id'),
    ...lazyScreen(() => import('./NewsDetail').then((m) => m.NewsDetail)),
  },
  {
    path: paths.faqs,
    ...lazyScreen(() => import('./Faqs').then((m) => m.Faqs)),
  },
  {
    path: paths.page(':page_url'),
    ...lazyScreen(() => import('./StaticPage').then((m) => m.StaticPage)),
  },
  {
    path: paths.contactUs,
    ...lazyScreen(() => import('./Contact').then((m) => m.Contact)),
  },
]
