// The test window: bar, subject tabs, question, navigator, the list of all questions, and the dialogs
// over them.
import {
  Alert,
  Badge,
  Button,
  Modal,
  Stack,
  Tabs,
  Text,
  Title,
  VisuallyHidden,
} from '@mantine/core'
import { useDocumentTitle, useMediaQuery } from '@mantine/hooks'
import {
  type ReactNode,
  startTransition,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Link, useLocation } from 'react-router'
import type { Attempt } from '@/shared/api/types'
import type { Test } from '@/shared/attempt/run'
import { testName } from '@/shared/exams/kind'
import { paths, testWindowPath } from '@/shared/paths'
import { useUser } from '@/shared/session/useSession'
import { focusNow, mainId, SkipLink } from '@/shared/ui/focus'
import { LazyCalculator } from '@/shared/ui/LazyCalculator'
import { EmptyState } from '@/shared/ui/states'
import {
  AttemptContext,
  type AttemptParts,
  type Dialogs,
  useAttemptParts,
  useDialogs,
  useIntruder,
  useTest,
} from '../attemptContext'
import { questionListTexts, testTexts } from '../messages'
import { type Item, type PaperModel, type Section, sectionsOf } from '../model/paper'
import { Bar } from './Bar'
import { EndDialog, LogInAgain } from './EndDialog'
import { NavigatorDrawer, NavigatorPanel } from './Navigator'
import { QuestionPane } from './QuestionPane'
import styles from './test.module.css'
import { useKeyboard, useLetterKeys } from './useKeyboard'
import { useFullScreen, useProtections } from './useProtections'
import '@mantine/core/styles/Tabs.layer.css'
import { ArrowLeft, Check, Flag, LogIn } from 'lucide-react'
import '@/shared/ui/modalStyles'
import { isGiven } from '@/shared/attempt/outbox'
import { formatNumber } from '@/shared/i18n/format'
import { FilterButtons } from '@/shared/ui/FilterButtons'
import { ErrorBoundary } from '@/shared/ui/lazyPart'
import { plainText } from '@/shared/ui/plainText'
import { hasMaths, RichText } from '@/shared/ui/RichText'

export function TestWindow({ test, attempt, paper, guide = null }: TestWindowProps) {
  const liveRegion = useRef<HTMLDivElement>(null)
  const announce = useCallback((text: string) => {
    const region = liveRegion.current
    if (region === null) return
    // Emptied first, or the same words would not be spoken again.
    region.textContent = ''
    setTimeout(() => {
      region.textContent = text
    })
  }, [])
  // An announcement about one question must not remain when the next is shown.
  useEffect(
    () =>
      test.store.subscribe(({ place }, before) => {
        if (place !== before.place && liveRegion.current) liveRegion.current.textContent = ''
      }),
    [test],
  )
  const owner = useOwner(test.user)
  const parts = useMemo<AttemptParts>(
    () => ({ test, attempt, paper, owner, guide, announce }),
    [test, attempt, paper, owner, guide, announce],
  )
  useDocumentTitle(`${attempt.exam.title} ${testName(attempt)} · Sabi`)
  return (
    <AttemptContext value={parts}>
      <VisuallyHidden ref={liveRegion} role="status" aria-live="polite" />
      <Layout />
    </AttemptContext>
  )
}

/** The name of the student who takes the test, also after somebody else has logged in. */
function useOwner(id: string): string | null {
  const user = useUser()
  const known = user?._id === id ? `${user.first_name} ${user.last_name}` : null
  const [owner, setOwner] = useState(known)
  if (owner === null && known !== null) setOwner(known)
  return owner
}

interface TestWindowProps {
  test: Test
  attempt: Attempt
  paper: PaperModel
  guide?: ReactNode
}

function Layout() {
  const wide = useMediaQuery('(min-width: 62em)', false, { getInitialValueInEffect: false })
  const dialogs = useDialogs()
  const screen = useFullScreen(dialogs)
  const place = useTest((state) => state.place)
  const listed = useLocation().pathname === paths.listQuestions()
  const isPainted = useIsPainted()

  return (
    <div className={styles.window}>
      <SkipLink />
      <Keyboard dialogs={dialogs} listed={listed} />
      <Protections />
      <Bar dialogs={dialogs} screen={screen} wide={wide} />
      <Notice />
      {useAttemptParts().guide}
      <main id={mainId} className={styles.main} data-listed={listed || undefined} tabIndex={-1}>
        <div className={styles.work}>
          {place === null ? (
            <EmptyState title={testTexts.noQuestions} heading />
          ) : listed ? (
            <QuestionList />
          ) : (
            <SectionTabs place={place}>
              <QuestionPane id={place} wide={wide} dialogs={dialogs} hasActions={isPainted} />
            </SectionTabs>
          )}
        </div>
        {wide && !listed && <NavigatorPanel />}
      </main>
      {(isPainted || dialogs.open !== null) && (
        <>
          {!wide && <NavigatorDrawer dialogs={dialogs} screen={screen} />}
          <LazyCalculator opened={dialogs.open === 'calculator'} onClose={dialogs.close} />
          <KeysDialog opened={dialogs.open === 'keys'} onClose={dialogs.close} />
        </>
      )}
      <EndDialog dialogs={dialogs} />
    </div>
  )
}

// Components of their own, because their hooks change state when they mount: only they are drawn again.

function Keyboard({ dialogs, listed }: KeyboardProps) {
  useKeyboard(dialogs, listed)
  return null
}

interface KeyboardProps {
  dialogs: Dialogs
  /** No question is on screen. */
  listed: boolean
}

function Protections() {
  useProtections()
  return null
}

/** True once the first question is painted. Its buttons and the closed dialogs mount only then. */
function useIsPainted(): boolean {
  const [isPainted, setIsPainted] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(startTransition, 0, () => setIsPainted(true))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [])
  return isPainted
}

/** Tabs by subject, and under them MCQ and SUBJECTIVE where a subject has both. */
function SectionTabs({ place, children }: { place: string; children: ReactNode }) {
  const { test, paper } = useAttemptParts()
  const { section } = paper.items.get(place) as Item
  const subjectId = section.subject._id
  const own = sectionsOf(paper, subjectId)
  // A tab opens where it was left; the first time, at its first question.
  const left = useRef(new Map<string, string>()).current
  left.set(section.key, place).set(subjectId, place)
  const enter = (key: string | null, first: Section | undefined) => {
    const to = left.get(key ?? '') ?? first?.ids[0]
    if (to !== undefined) test.show(to)
  }

  // A phone shows the open tab, however one has come to its subject.
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another subject is open
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>('[data-active]')
    if (list.current && tab) list.current.scrollLeft = tab.offsetLeft - 16
  }, [subjectId])

  const inner =
    own.length < 2 ? (
      children
    ) : (
      <Tabs
        value={section.key}
        onChange={(key) =>
          enter(
            key,
            own.find((one) => one.key === key),
          )
        }
        variant="pills"
      >
        <Tabs.List mb="sm" aria-label={testTexts.kinds}>
          {own.map((one) => (
            <Tabs.Tab key={one.key} value={one.key} className={styles.kind}>
              {testTexts[one.kind]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={section.key}>{children}</Tabs.Panel>
      </Tabs>
    )

  return (
    <Tabs
      value={subjectId}
      onChange={(id) =>
        enter(
          id,
          paper.sections.find((one) => one.subject._id === id),
        )
      }
    >
      <Tabs.List ref={list} className={styles.subjects} aria-label={testTexts.subjects}>
        {paper.subjects.map((subject) => (
          <Tabs.Tab key={subject._id} value={subject._id} className={styles.subject}>
            {subject.title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={subjectId}>{inner}</Tabs.Panel>
    </Tabs>
  )
}

/** A notice that the session has ended, or that somebody else has logged in. */
function Notice() {
  const signedOut = useTest((state) => state.link.is === 'signed-out')
  const { owner } = useAttemptParts()
  const other = useIntruder()
  if (!signedOut) return null
  return (
    <Alert className={styles.notice} color="sun" icon={<LogIn aria-hidden />} role="alert">
      <div className={styles.noticeText}>
        <span>
          {other
            ? testTexts.otherSignedIn(`${other.first_name} ${other.last_name}`, owner)
            : testTexts.youAreSignedOut}{' '}
          {other ? testTexts.goOnAsOwner(owner) : testTexts.goOnSignedOut}
        </span>
        <LogInAgain size="xs" />
      </div>
    </Alert>
  )
}

const keys = (): [string, string][] => [
  ['A B C D E', testTexts.keyChoose],
  ['N', testTexts.keyNext],
  ['P', testTexts.keyPrevious],
  ['S', testTexts.keySubmit],
  ['R', testTexts.keyReturn],
  ['Y', testTexts.keyYes],
]

/** The keys of the test window. */
export const KeyTable = () => (
  <>
    <table className={styles.keys}>
      <tbody>
        {keys().map(([letters, does]) => (
          <tr key={letters}>
            <th scope="row">
              {letters.split(' ').map((letter) => (
                <kbd key={letter}>{letter}</kbd>
              ))}
            </th>
            <td>{does}</td>
          </tr>
        ))}
      </tbody>
    </table>
    <Text fz="sm">{testTexts.keysNote}</Text>
  </>
)

/**
 * The keys of the window, and the switch that turns the letters off for those whose
 * speech or switch input types letters by itself (WCAG 2.1.4).
 */
function KeysDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [on, setOn] = useLetterKeys()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={testTexts.keysTitle}
      closeButtonProps={{ 'aria-label': testTexts.close }}
    >
      <Stack>
        <KeyTable />
        <label className={styles.useKeys}>
          <input
            type="checkbox"
            role="switch"
            checked={on}
            aria-checked={on}
            onChange={(event) => setOn(event.currentTarget.checked)}
          />
          {testTexts.useKeys}
        </label>
      </Stack>
    </Modal>
  )
}

type Filter = 'all' | 'open' | 'marked'

/**
 * All questions of the paper in a list: what each asks, and what became of it (spec 2 §2.12,
 * /list-questions). Choosing one brings it on screen.
 */
function QuestionList() {
  const { paper, attempt } = useAttemptParts()
  const [filter, setFilter] = useState<Filter>('all')
  return (
    <Stack gap="lg" maw={920} mx="auto" pb="xl">
      <div className={styles.listHead}>
        <Title order={2} tabIndex={-1} ref={focusNow} className={styles.listTitle}>
          {questionListTexts.title}
        </Title>
        <Button
          component={Link}
          to={testWindowPath(attempt)}
          replace
          leftSection={<ArrowLeft size={16} aria-hidden />}
        >
          {questionListTexts.back}
        </Button>
      </div>
      <FilterButtons
        label={questionListTexts.show}
        options={[
          { value: 'all', label: questionListTexts.all },
          { value: 'open', label: questionListTexts.unanswered },
          { value: 'marked', label: questionListTexts.marked },
        ]}
        value={filter}
        onChange={setFilter}
      />
      {paper.sections.map((section) => (
        <SectionList key={section.key} section={section} filter={filter} />
      ))}
    </Stack>
  )
}

function SectionList({ section, filter }: { section: Section; filter: Filter }) {
  const { paper } = useAttemptParts()
  const outbox = useTest((state) => state.outbox)
  const shown = section.ids.filter((id) => {
    if (filter === 'open') return !isGiven(outbox.answers[id]?.value)
    return filter === 'all' || outbox.review[id]?.value
  })
  return (
    <section aria-labelledby={section.key}>
      <Title order={3} id={section.key} mb="xs">
        {section.kind === 'mcq'
          ? section.subject.title
          : questionListTexts.theoriesOf(section.subject.title)}
      </Title>
      {shown.length === 0 ? (
        <p className={styles.listNone}>{questionListTexts.none}</p>
      ) : (
        <ol className={styles.questionList}>
          {shown.map((id) => (
            <Row key={id} item={paper.items.get(id) as Item} />
          ))}
        </ol>
      )}
    </section>
  )
}

function Row({ item }: { item: Item }) {
  const { test, attempt } = useAttemptParts()
  const { id, index, question } = item
  const answered = useTest((state) => isGiven(state.outbox.answers[id]?.value))
  const forReview = useTest((state) => state.outbox.review[id]?.value ?? false)
  return (
    <li>
      <Link
        to={testWindowPath(attempt)}
        replace
        className={styles.listRow}
        onClick={() => test.show(id)}
      >
        <span className={styles.listNumber}>{formatNumber(index + 1)}</span>
        <span className={styles.listStem} dir="auto">
          <ErrorBoundary fallback={null}>
            <Stem html={question.question} />
          </ErrorBoundary>
        </span>
        <span className={styles.listState}>
          {forReview && (
            <Badge color="red" variant="light" tt="none" leftSection={<Flag size={12} />}>
              {questionListTexts.marked}
            </Badge>
          )}
          <Badge
            color={answered ? 'brand' : 'gray'}
            variant="light"
            tt="none"
            leftSection={answered && <Check size={12} strokeWidth={3} />}
          >
            {answered ? questionListTexts.answered : questionListTexts.unanswered}
          </Badge>
        </span>
      </Link>
    </li>
  )
}

const Stem = ({ html }: { html: string }) =>
  hasMaths(html) ? <RichText html={html} inline /> : plainText(html)
