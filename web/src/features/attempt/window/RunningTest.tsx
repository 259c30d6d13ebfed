// A test under way: starts its store, shows the window, and leaves when it has ended.
import { Box, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { useStore } from 'zustand'
import { attemptApi } from '@/shared/attempt/api'
import { createTest } from '@/shared/attempt/run'
import type { Ended } from '@/shared/attempt/state'
import { common } from '@/shared/i18n/common'
import { isOfDevice } from '@/shared/offline/inUse'
import { openPacksOf } from '@/shared/offline/mockLocks'
import { paths } from '@/shared/paths'
import { loadSession } from '@/shared/session/session'
import { cookieOwner, getSession, useSession } from '@/shared/session/useSession'
import { Loader } from '@/shared/ui/Loader'
import { notify } from '@/shared/ui/notify'
import { countData } from '../countData'
import { loadEssay } from '../essay'
import { testTexts } from '../messages'
import { layOut, openingPlace } from '../model/paper'
import { type Opened, WINDOW } from '../openAttempt'
import { dropShell, keepShell } from '../shell'
import { LostAnswers } from './LostAnswers'
import { TestWindow } from './TestWindow'

export function RunningTest({ opened }: { opened: Opened }) {
  const { attempt } = opened
  const paper = useMemo(() => layOut(opened.paper), [opened.paper])
  const [test] = useState(() =>
    createTest({
      api: attemptApi,
      ...opened,
      place: (candidates) => openingPlace(paper, candidates),
      session: { owner: cookieOwner, watch: (changed) => useSession.subscribe(changed) },
    }),
  )
  const ended = useStore(test.store, (state) => state.ended)

  useEffect(() => test.start(), [test])
  useEffect(() => {
    // Everything of a test of this device is here already.
    if (isOfDevice(attempt._id)) return
    return keepShell(attempt._id, opened.paper, {
      now: () => test.store.getState().place,
      watch: (changed) =>
        test.store.subscribe(({ place }, before) => {
          if (place !== before.place) changed()
        }),
    })
  }, [attempt._id, opened.paper, test])
  useEffect(() => countData(attempt._id), [attempt._id])
  useEffect(() => mendSession(test.store), [test])
  const [read, setRead] = useState(false)
  const untold = ended !== null && ended.lost.length > 0 && !read
  const isGraded =
    attempt.examType !== 'objective' && paper.sections.some(({ kind }) => kind === 'subjective')
  useEffect(() => {
    const sendPhotographs = () => loadEssay().then((m) => m.sendPhotographs(test, attempt._id))
    if (isGraded) sendPhotographs().catch(() => undefined)
  }, [isGraded, test, attempt])
  // The notice that the time is up must be there to be read.
  const hurried = useTimeUpNotice(ended)
  useLeave(opened, isGraded, untold || hurried ? null : ended)

  if (untold) {
    const dismiss = () => {
      test.dismissLost()
      setRead(true)
    }
    return <LostAnswers test={test} paper={paper} onRead={dismiss} />
  }
  if (hurried) return <TimeUp />
  if (ended !== null) return <Loader />
  return <TestWindow test={test} attempt={attempt} paper={paper} />
}

/** Milliseconds for which it is said at least that the time is up. */
const NOTICE = 3_000

/** Whether the test has just ended because its time was up. */
function useTimeUpNotice(ended: Ended | null): boolean {
  const [read, setRead] = useState(false)
  const timeUp = ended?.timeUp ?? false
  useEffect(() => {
    if (!timeUp) return
    const timer = setTimeout(setRead, NOTICE, true)
    return () => clearTimeout(timer)
  }, [timeUp])
  return timeUp && !read
}

/** What the dialog over the test said while it was submitted. */
const TimeUp = () => (
  <Box component="main" p="xl" maw={560} mx="auto">
    <Title order={1} mb="sm">
      {testTexts.timeUpTitle}
    </Title>
    <Text>{testTexts.timeUp}</Text>
  </Box>
)

/** Where the test's end leads (spec 2 §4.7); what holds no theories has nothing to grade. */
function useLeave({ attempt, user }: Opened, isGraded: boolean, ended: Ended | null) {
  const navigate = useNavigate()
  const client = useQueryClient()
  useEffect(() => {
    if (ended === null) return
    void dropShell(attempt._id)
    void openPacksOf(user, attempt)
    // All but this window's own attempt, which is done with.
    void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== WINDOW })
    const to = (path: string) => navigate(path, { replace: true })
    if (ended.how === 'submitted' && ended.quizId !== null) {
      // Its result is the server's alone.
      if (isOfDevice(attempt._id) && attempt.assessment.slug === 'mock') {
        notify.success(testTexts.mockKept)
        return void to(paths.offline)
      }
      if (!isGraded) {
        notify.success(isOfDevice(attempt._id) ? testTexts.markedHere : common.submitted)
        return void to(paths.practiceResults(ended.quizId))
      }
      // That it is under consideration stands at the head of the grading.
      return void to(paths.theoriesGrade(ended.quizId))
    }
    // The time ran out before anything was answered, or had arrived.
    if (ended.timeUp) {
      notify.info(testTexts.noResult)
      return void to(paths.results)
    }
    notify.info(common.cancelled)
    void to(paths.dashboard)
  }, [attempt, user, isGraded, ended, navigate, client])
}

/** Finds out who is signed in once the server answers again, so that the way out is open. */
function mendSession(store: ReturnType<typeof createTest>['store']) {
  return store.subscribe(({ link }, before) => {
    if (link.is === before.link.is) return
    const back = link.is === 'up' && getSession().is !== 'in'
    // "Not yours": perhaps because the session is somebody else's by now.
    if (back || link.is === 'stopped') void loadSession()
  })
}
