// The routes of the public site, inside its shell.
import type { RouteObject } from 'react-router'
import { examTypesQuery } from '@/shared/api/queries/enrolment'
import {
  bannersQuery,
  examPageQuery,
  faqsQuery,
  firstPaperQuery,
  homeSettingQuery,
  newsDetailQuery,
  newsQuery,
  pageQuery,
  testimonialsQuery,
  visitorPaperQuery,
} from '@/shared/api/queries/site'
import { lazyScreen, prefetch } from '@/shared/lazy/lazyScreen'
import { paths } from '@/shared/paths'

export const publicRoutes: RouteObject[] = [
  {
    path: paths.home,
    loader: prefetch({
      all: () => [
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
    loader: prefetch({ all: ({ params }) => [examPageQuery(params.slug ?? '')] }),
    ...lazyScreen(() => import('./ExamPage').then((m) => m.ExamPage)),
  },
  {
    path: paths.tryExam(':exam'),
    loader: prefetch({ all: ({ params }) => [visitorPaperQuery(params.exam ?? '')] }),
    ...lazyScreen(() => import('./TryPage').then((m) => m.TryPage)),
  },
  {
    path: paths.news,
    loader: prefetch({ all: () => [newsQuery] }),
    ...lazyScreen(() => import('./News').then((m) => m.News)),
  },
  {
    path: paths.newsDetail(':id'),
    loader: prefetch({ all: ({ params }) => [newsDetailQuery(params.id ?? '')] }),
    ...lazyScreen(() => import('./News').then((m) => m.NewsDetail)),
  },
  {
    path: paths.faqs,
    loader: prefetch({ all: () => [faqsQuery] }),
    ...lazyScreen(() => import('./Faqs').then((m) => m.Faqs)),
  },
  {
    path: paths.page(':page_url'),
    loader: prefetch({ all: ({ params }) => [pageQuery(params.page_url ?? '')] }),
    ...lazyScreen(() => import('./StaticPage').then((m) => m.StaticPage)),
  },
  {
    path: paths.contactUs,
    ...lazyScreen(() => import('./Contact').then((m) => m.Contact)),
  },
]
