// The screens below /admin: those of the bank, one file each, and those of all declared entities.
// Students never load these routes.
import { Button } from '@mantine/core'
import { Lock } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import { Link, Navigate, type RouteObject, useLocation, useParams, useRoutes } from 'react-router'
import { NotFound } from '@/shared/layout/NotFound'
import { lazyPartOfScreen } from '@/shared/lazy/lazyScreen'
import { paths } from '@/shared/paths'
import { mustKeepForm, useSession } from '@/shared/session/useSession'
import { EmptyState } from '@/shared/ui/states'
import { type Access, useMay } from './access'
import { useServerDemands } from './account/serverDemands'
import { adminTexts } from './messages'
import { adminPaths } from './paths'
import type { Resource } from './resource/defineResource'
import { placed } from './resource/placed'
import { resources } from './resources'
import { instructions } from './resources/site'

const ResourceList = lazyPartOfScreen(() =>
  import('./resource/ResourceList').then((m) => m.ResourceList),
)
const AddScreen = lazyPartOfScreen(() => import('./resource/ResourceForm').then((m) => m.AddScreen))
const EditScreen = lazyPartOfScreen(() =>
  import('./resource/ResourceForm').then((m) => m.EditScreen),
)

const resourceScreens = (): RouteObject[] => resources.flatMap(routesOf)

/** The screens of all declared entities, below /admin. */
function routesOf(resource: Resource): RouteObject[] {
  const { screens, calls, slots } = resource
  const route = (
    pattern: string,
    Screen: ResourceScreen,
    access = resource.access.see,
  ): RouteObject => ({
    path: pattern.slice(paths.admin.length + 1),
    element: (
      <Gate access={access}>
        <Here resource={resource} Screen={Screen} />
      </Gate>
    ),
  })
  const { List } = slots
  return [
    route(screens.list, List ? () => <List /> : ResourceList),
    ...(calls.add ? [route(screens.add, Form, resource.access.add ?? resource.access.see)] : []),
    ...(calls.update ? [route(screens.edit, Form)] : []),
  ]
}

type ResourceScreen = ComponentType<{ resource: Resource }>

/** A screen of an entity below the parents in the address. */
function Here({ resource, Screen }: { resource: Resource; Screen: ResourceScreen }) {
  const ids = useParams()
  const at = resource.above.map((name) => ids[name] ?? '')
  return <Screen key={[resource.name, ...at].join('/')} resource={placed(resource, at)} />
}

function Form({ resource }: { resource: Resource }) {
  const { id = null } = useParams()
  const Own = resource.slots.Form
  if (Own) return <Own id={id} />
  return id === null ? (
    <AddScreen resource={resource} />
  ) : (
    <EditScreen key={id} resource={resource} id={id} />
  )
}

export const adminScreens: RouteObject[] = [
  screen(paths.admin, () => import('./dashboard/Dashboard').then((m) => m.Dashboard)),
  screen(adminPaths.account, () => import('./account/Account').then((m) => m.Account), 'moderator'),
  screen(adminPaths.questionSubjects, () =>
    import('./bank/QuestionSubjects').then((m) => m.QuestionSubjects),
  ),
  screen(adminPaths.questionSubjectAdd, () =>
    import('./bankForms/YearForms').then((m) => m.AddYear),
  ),
  screen(adminPaths.subjectYears(':subjectId'), () =>
    import('./bank/SubjectYears').then((m) => m.SubjectYears),
  ),
  screen(adminPaths.subjectYearEdit(':examId', ':subId'), () =>
    import('./bankForms/YearForms').then((m) => m.EditYear),
  ),
  screen(adminPaths.sections(':topicId'), () => import('./bank/Sections').then((m) => m.Sections)),
  screen(adminPaths.sectionAdd(':topicId'), () =>
    import('./bankForms/SectionForms').then((m) => m.AddSection),
  ),
  screen(adminPaths.sectionEdit(':id'), () =>
    import('./bankForms/SectionForms').then((m) => m.EditSection),
  ),
  screen(adminPaths.topicSections(':subjectId', ':yearId'), () =>
    import('./bank/Sections').then((m) => m.TopicSections),
  ),
  screen(adminPaths.questions(':sectionId', ':subjectId', ':yearId', ':topicId'), () =>
    import('./bank/Questions').then((m) => m.Questions),
  ),
  screen(adminPaths.questionAdd(':subjectId', ':yearId', ':sectionId', ':topicId'), () =>
    import('./bankForms/AddQuestions').then((m) => m.AddQuestions),
  ),
  screen(adminPaths.questionEdit(':subjectId', ':yearId', ':id', ':topicId'), () =>
    import('./bankForms/EditQuestion').then((m) => m.EditQuestion),
  ),
  screen(adminPaths.question(':id'), () =>
    import('./bankForms/EditQuestion').then((m) => m.OpenQuestion),
  ),
  screen(adminPaths.questionStatistics, () =>
    import('./quality/QuestionStatistics').then((m) => m.QuestionStatistics),
  ),
  screen(adminPaths.needsLook, () => import('./quality/NeedsLook').then((m) => m.NeedsLook)),
  screen(adminPaths.bankCheck, () => import('./quality/BankCheck').then((m) => m.BankCheck)),
  screen(adminPaths.bankStats, () => import('./quality/BankCheck').then((m) => m.BankStats)),
  screen(adminPaths.bankExport(':subjectId', ':yearId'), () =>
    import('./import/ExportYear').then((m) => m.ExportYear),
  ),
  screen(adminPaths.theories(':sectionId', ':subjectId', ':yearId'), () =>
    import('./bank/Theories').then((m) => m.Theories),
  ),
  screen(adminPaths.theoryAdd(':subjectId', ':yearId', ':sectionId'), () =>
    import('./bankForms/TheoryForms').then((m) => m.AddTheory),
  ),
  screen(adminPaths.theoryEdit(':subjectId', ':yearId', ':id'), () =>
    import('./bankForms/TheoryForms').then((m) => m.EditTheory),
  ),
  screen(adminPaths.import, () => import('./import/ImportPages').then((m) => m.ImportAnywhere)),
  screen(adminPaths.questionsImport(':sectionId', ':subjectId', ':yearId', ':topicId'), () =>
    import('./import/ImportPages').then((m) => m.ImportHere),
  ),
  screen(adminPaths.homeSetting, () => import('./site/HomeSetting').then((m) => m.HomeSettingPage)),
  screen(
    adminPaths.userTheories,
    () => import('./theory/Submissions').then((m) => m.Submissions),
    'moderator',
  ),
  screen(
    adminPaths.userTheory(':quizId'),
    () => import('./theory/Submission').then((m) => m.Submission),
    'moderator',
  ),
  screen(adminPaths.reports, () => import('./reports/Reports').then((m) => m.Reports), 'moderator'),
  screen(adminPaths.student(':id'), () =>
    import('./people/StudentPage').then((m) => m.StudentPage),
  ),
  screen(adminPaths.studentSubscriptions, () =>
    import('./people/StudentSubscriptions').then((m) => m.StudentSubscriptions),
  ),
  screen(adminPaths.registeredSubjects, () =>
    import('./people/RegisteredSubjects').then((m) => m.RegisteredSubjects),
  ),
  screen(`${adminPaths.registeredSubjects}/update`, () =>
    import('./people/UpdateSubjects').then((m) => m.UpdateSubjects),
  ),
  screen(adminPaths.contactUs, () => import('./inbox/Messages').then((m) => m.Messages)),
  screen(adminPaths.contactMessage(':id'), () => import('./inbox/Messages').then((m) => m.Message)),
  screen(adminPaths.newsletter, () => import('./inbox/Mails').then((m) => m.Newsletter)),
  screen(adminPaths.mails, () => import('./inbox/Mails').then((m) => m.Mails)),
  screen(adminPaths.payments, () => import('./money/Payments').then((m) => m.Payments)),
  screen(adminPaths.payment(':reference'), () => import('./money/Payments').then((m) => m.Payment)),
  screen(adminPaths.audit, () => import('./audit/Audit').then((m) => m.Audit)),
  // The documents use both addresses (spec 3 §2): one in links, the other in the route table.
  { path: 'instructions/*', Component: Instructions },
  ...resourceScreens(),
  { path: '*', Component: Unknown },
]

/** An unknown address below /admin. A login that started there leads to the dashboard. */
function Unknown() {
  const { state } = useLocation()
  const isLanding = typeof state === 'object' && state !== null && 'landed' in state
  return isLanding ? <Navigate to={paths.admin} replace /> : <NotFound />
}

/** The first segment of a path, as the router compares it; empty if it is a parameter. */
const startOf = (path: string) => /^[^/:*]*/.exec(path.toLowerCase())?.[0] ?? ''

/** The routes by the first segment of their paths. */
const byStart = new Map<string, RouteObject[]>()
for (const route of adminScreens) {
  const start = startOf(route.path ?? '')
  byStart.set(start, [...(byStart.get(start) ?? []), route])
}

/**
 * The routes that an address may match. At each navigation the router ranks all routes that it is
 * given and compiles their patterns, and the back office has more than a hundred.
 */
function routesAt(pathname: string): RouteObject[] {
  const start = startOf(pathname.slice(paths.admin.length + 1))
  return [...(start ? (byStart.get(start) ?? []) : []), ...(byStart.get('') ?? [])]
}

export function AdminArea() {
  const { pathname } = useLocation()
  const screens = useRoutes(routesAt(pathname))
  const { setUp, keep } = useServerDemands()
  return (
    <>
      {(!setUp || keep) && <div style={{ display: setUp ? 'none' : 'contents' }}>{screens}</div>}
      {setUp && <SetUpFirst />}
    </>
  )
}

const SetUpFirst = lazyPartOfScreen(() => import('./account/Account').then((m) => m.SetUpFirst))

/** Redirects to the same part of the entity's own addresses. */
function Instructions() {
  const { '*': rest = '' } = useParams()
  const { search } = useLocation()
  const to = [instructions.screens.list, rest].filter(Boolean).join('/')
  return <Navigate to={to + search} replace />
}

function screen(path: string, load: () => Promise<ComponentType>, access?: Access): RouteObject {
  const Screen = lazyPartOfScreen(load)
  const element = (
    <Gate access={access}>
      <Screen />
    </Gate>
  )
  return { path: path.slice(paths.admin.length + 1), element }
}

/**
 * Shows a screen only to people who may use it. Moderators are redirected to their own work; others
 * get an explanation.
 */
function Gate({ access, children }: GateProps) {
  const allowed = useMay(access)
  // Someone who has filled in a form had access; the form stays until they have logged in again.
  const mustKeep = useSession(mustKeepForm)
  const isAdmin = useMay('admin')
  const { pathname } = useLocation()
  if (allowed || mustKeep) return children
  // Everybody who logs in on the admin page arrives here.
  if (pathname === paths.admin) return <Navigate to={adminPaths.userTheories} replace />
  return (
    <>
      <title>{`${adminTexts.notYours} · Sabi`}</title>
      <EmptyState
        icon={Lock}
        heading
        title={adminTexts.notYours}
        action={
          <Button component={Link} to={isAdmin ? paths.admin : adminPaths.userTheories} mt="xs">
            {isAdmin ? adminTexts.dashboard : adminTexts.theory}
          </Button>
        }
      >
        {isAdmin ? adminTexts.superOnly : adminTexts.moderatorsOnly}
      </EmptyState>
    </>
  )
}

interface GateProps {
  access?: Access | undefined
  children: ReactNode
}
