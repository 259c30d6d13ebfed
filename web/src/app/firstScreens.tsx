// The screens that visits begin with, as they stand before the server has answered anything. The
// build draws them into the HTML (firstPaint.ts), so that they are seen before any script has come.
import type { ComponentType } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { StudentLogin } from '@/features/account/Login'
import { Register } from '@/features/account/Register'
import { Dashboard } from '@/features/journey/Dashboard'
import { HomeFrame } from '@/features/public/Home'
import styles from '@/features/public/home/home.module.css'
import { tryTexts } from '@/features/public/messages'
import { SitePage } from '@/features/public/SitePage'
import { queryClient } from '@/shared/api/client'
import { firstPaperQuery } from '@/shared/api/queries/site'
import type { VisitorPaper } from '@/shared/api/types'
import { common } from '@/shared/i18n/common'
import { paths } from '@/shared/paths'
import { useSession } from '@/shared/session/useSession'
import { RichText } from '@/shared/ui/RichText'
import { AuthShell } from './layouts/AuthShell'
import { PublicShell } from './layouts/PublicShell'
import { StudentShell } from './layouts/StudentShell'
import { Providers, Root } from './Root'

const screens: Record<string, [Shell: ComponentType, Screen: ComponentType]> = {
  [paths.home]: [PublicShell, FirstHome],
  [paths.login]: [AuthShell, StudentLogin],
  [paths.register]: [AuthShell, Register],
  [paths.dashboard]: [StudentShell, Dashboard],
  [paths.exam('all')]: [PublicShell, TextPage],
}

const text = <RichText html="%text%" />

/** The home page. The server writes the text of all that it waits for (api/src/site/mod.rs). */
function FirstHome() {
  return (
    <HomeFrame>
      <div className={styles.section}>
        <div className={styles.wrap}>{text}</div>
      </div>
    </HomeFrame>
  )
}

/**
 * The question to try on the home page, with expressions of the server's templates where its texts stand
 * (api/src/site/text.rs).
 */
const pattern: VisitorPaper = {
  exam: { _id: '', title: '{{ question.exam }}', slug: 'any' },
  questions: [
    {
      _id: '',
      subject: { _id: '', title: '{{ question.subject }}' },
      year: 0,
      passage: '{{ question.passage | safe }}',
      question: '{{ question.stem | safe }}',
      logo: '{{ question.picture }}',
      options: [{ _id: '', option: '{{ option.text | safe }}' }],
      correctAns: '',
      description: '',
    },
  ],
}

/** Makes a template of the drawn question: the server repeats its option, and leaves out what a question does not have. */
function makeTemplate(root: HTMLElement): void {
  const card = find(root, '[role=group]').closest('section')
  if (!card) throw new Error('the first screen has no question')
  const around = (part: Element, begin: string, end: string) => {
    part.before(`{% ${begin} %}`)
    part.after(`{% ${end} %}`)
  }
  around(find(card, 'details'), 'if question.passage', 'endif')
  around(find(card, '[data-enlarge]'), 'if question.picture', 'endif')
  const option = find(card, '[role=group] button')
  around(option, 'for option in question.options', 'endfor')
  find(option, 'span').textContent = '{{ option.letter }}'
  const { questionOf, of } = tryTexts
  const where = of('{{ question.subject }}', '{{ question.year }}')
  find(card, 'p').textContent = `{{ question.exam }} · ${where}`
  find(card, 'h2').textContent = questionOf('1', '{{ question.count }}')
  // It can be read, and not answered yet.
  find(card, '[role=status]').textContent = common.loading
  card.before(new Comment(' try '), '{% if question %}')
  // Nothing below moves when a question comes that only the app can show.
  const room = document.createElement('div')
  room.setAttribute('style', 'min-height: {{ room }}px')
  card.after('{% else %}', room, '{% endif %}', new Comment(' /try '))
}

function find(root: Element, selector: string): Element {
  const found = root.querySelector(selector)
  if (!found) throw new Error(`the first screen has no ${selector}`)
  return found
}

/** A page of the public site. The server writes its heading and its text (api/src/site/mod.rs). */
function TextPage() {
  return (
    <SitePage title="%heading%" wide>
      {text}
    </SitePage>
  )
}

/** Draws the screen of a path into `root`. */
export function drawFirstScreen(path: string, root: HTMLElement): void {
  const [Shell, Screen] = screens[path] ?? []
  if (!Shell || !Screen) throw new Error(`no first screen of ${path}`)
  if (path === paths.home) queryClient.setQueryData(firstPaperQuery.queryKey, pattern)
  // Whoever is logged in gets only the pages that need a session this way (api/src/web.rs).
  useSession.setState({
    session:
      path === paths.dashboard ? { is: 'unknown' } : { is: 'out', why: 'visitor', last: null },
  })
  const children = [{ Component: Shell, children: [{ path, Component: Screen }] }]
  const router = createMemoryRouter([{ Component: Root, children }], { initialEntries: [path] })
  flushSync(() =>
    createRoot(root).render(
      <Providers>
        <RouterProvider router={router} />
      </Providers>,
    ),
  )
  if (path === paths.home) makeTemplate(root)
}
