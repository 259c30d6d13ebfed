// Without a connection, queries do not wait unseen: they are tried, and fail visibly.
import { MutationObserver, onlineManager } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { queryClient } from './client'

beforeEach(() => onlineManager.setOnline(false))
afterEach(() => onlineManager.setOnline(true))

const fails = () => Promise.reject(new TypeError('Failed to fetch'))

it('reads at once while offline', async () => {
  const reading = queryClient.fetchQuery({ queryKey: ['any'], queryFn: fails })
  await expect(reading).rejects.toThrow('Failed to fetch')
})

it('acts at once while offline, and never later by itself', async () => {
  const acting = new MutationObserver(queryClient, { mutationFn: fails })
  await expect(acting.mutate()).rejects.toThrow('Failed to fetch')
  expect(acting.getCurrentResult().isPaused).toBe(false)
})
