// The claim of a submission: its remaining time, and its renewal while the grader works.
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type ApiError, toApiError } from '@/shared/api/errors'
import { claimGrading, type Grading } from '@/shared/api/queries/grading'
import { notify } from '@/shared/ui/notify'
import { CLAIM_CLOCK_INTERVAL, CLAIM_DURATION, CLAIM_RENEWAL_INTERVAL } from '../timing'
import { gradingQuery } from './queries'

const signs = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const

export function useClaim(grading: Grading, working: boolean) {
  const { _id } = grading
  const client = useQueryClient()
  const [until, setUntil] = useState<number | null>(null)
  const [lost, setLost] = useState<ApiError | 'ran-out' | null>(null)
  const [claiming, setClaiming] = useState(false)
  const used = useRef(0)
  const wasHeld = useRef(grading.claim?.isMine === true)

  /** A claim or a save has just renewed it. */
  const renewed = useCallback(() => {
    used.current = Date.now()
    wasHeld.current = true
    setUntil(Date.now() + CLAIM_DURATION)
    setLost(null)
  }, [])

  const claim = useCallback(async (): Promise<Grading | null> => {
    used.current = Date.now()
    setClaiming(true)
    try {
      const held = await claimGrading(_id)
      client.setQueryData(gradingQuery(_id).queryKey, held)
      renewed()
      return held
    } catch (thrown) {
      const error = toApiError(thrown)
      if (!wasHeld.current) {
        notify.error(error.errMessage)
        void client.invalidateQueries({ queryKey: gradingQuery(_id).queryKey })
      } else if (!error.offline) {
        // Without a response the state is unknown; the next sign of work asks again.
        setLost(error)
      }
      return null
    } finally {
      setClaiming(false)
    }
  }, [_id, client, renewed])

  // Opening and working renew it.
  const isMine = grading.claim?.isMine === true && lost === null
  useEffect(() => {
    if (!isMine || !working) return
    if (used.current === 0) void claim()
    const seen = () => {
      if (Date.now() - used.current > CLAIM_RENEWAL_INTERVAL) void claim()
    }
    for (const sign of signs) window.addEventListener(sign, seen, { passive: true })
    return () => {
      for (const sign of signs) window.removeEventListener(sign, seen)
    }
  }, [isMine, working, claim])

  const left = useSecondsUntil(isMine ? until : null)
  useEffect(() => {
    if (left === 0) setLost('ran-out')
  }, [left])

  return { claim, claiming, renewed, lost, setLost, left, held: isMine }
}

/** Whole seconds, counting down. */
function useSecondsUntil(until: number | null): number | null {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (until === null) return
    setNow(Date.now())
    const tick = setInterval(() => setNow(Date.now()), CLAIM_CLOCK_INTERVAL)
    return () => clearInterval(tick)
  }, [until])
  return until === null ? null : Math.max(0, Math.ceil((until - now) / 1000))
}
