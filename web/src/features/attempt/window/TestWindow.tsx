// The test window: bar, subject tabs, question, navigator, and the dialogs over them.
import { VisuallyHidden } from '@mantine/core'
import { useDocumentTitle, useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { Attempt } from '@/shared/api/types'
import type { Test } from '@/shared/attempt/run'
import { testName } from '@/shared/exams/testName'
import { paths } from '@/shared/paths'
import { useUser } from '@/shared/session/useSession'
import { EmptyState } from '@/shared/ui/EmptyState'
import { LazyCalculator } from '@/shared/ui/LazyCalculator'
import { mainId, SkipLink } from '@/shared/ui/SkipLink'
import { AttemptContext, type AttemptParts, useAttemptParts, useTest } from '../attemptContext'
import { QuestionList } from '../list/QuestionList'
import { testTexts } from '../messages'
import type { PaperModel } from '../model/paper'
import { Bar } from './Bar'
import { useDialogs } from './dialogs'
import { EndDialog } from './EndDialog'
import { KeysDialog } from './KeysDialog'
import { NavigatorDrawer, NavigatorPanel } from './Navigator'
import { Notice } from './Notice'
import { QuestionPane } from './QuestionPane'
import { SectionTabs } from './SectionTabs'
import styles from './test.module.css'
import { useFullScreen } from './useFullScreen'
import { useKeyboard } from './useKeyboard'
import { useProtections } from './useProtections'

export function TestWindow({ test, attempt, paper, guide = null }: TestWindowProps) {
  const said = useRef<HTMLDivElement>(null)
  const announce = useCallback((text: string) => {
    const region = said.current
    if (region === null) return
    // Emptied first, or the same words would not be spoken again.
    region.textContent = ''
    setTimeout(() => {
      region.textContent = text
    })
  }, [])
  // What was said of one question does not stand beside the next.
  useEffect(
    () =>
      test.store.subscribe(({ place }, before) => {
        if (place !== before.place && said.current) said.current.textContent = ''
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
      <VisuallyHidden ref={said} role="status" aria-live="polite" />
      <Layout />
    </AttemptContext>
  )
}

/** The name of whoever sits the test; it stays when somebody else signs in. */
function useOwner(id: string): string | null {
  const user = useUser()
  const [owner, setOwner] = useState<string | null>(null)
  if (owner === null && user?._id === id) setOwner(`${user.first_name} ${user.last_name}`)
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
  useKeyboard(dialogs, listed)
  useProtections()

  return (
    <div className={styles.window}>
      <SkipLink />
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
              <QuestionPane id={place} wide={wide} dialogs={dialogs} />
            </SectionTabs>
          )}
        </div>
        {wide && !listed && <NavigatorPanel />}
      </main>
      {!wide && <NavigatorDrawer dialogs={dialogs} screen={screen} />}
      <LazyCalculator opened={dialogs.open === 'calculator'} onClose={dialogs.close} />
      <KeysDialog opened={dialogs.open === 'keys'} onClose={dialogs.close} />
      <EndDialog dialogs={dialogs} />
    </div>
  )
}
