// The tests of this device as queries, for screens.
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { listTests, readTest } from './log'
import { forgetRead as forget } from './results'
import { DEVICE_TESTS } from './testIds'

/** All tests of the account on this device, the newest first. */
export const deviceTestsQuery = (account: string) =>
  queryOptions({
    queryKey: [DEVICE_TESTS, 'all', account],
    queryFn: () => listTests(account),
    // They are written in other windows.
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  })

export const deviceTestQuery = (account: string, id: string) =>
  queryOptions({
    queryKey: [DEVICE_TESTS, 'one', account, id],
    queryFn: () => readTest(account, id),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  })

/** The server's result was read: removes what this device kept of its test. */
export async function forgetRead(
  client: QueryClient,
  account: string,
  quizId: string,
): Promise<void> {
  try {
    await forget(account, quizId)
    await client.invalidateQueries({ queryKey: [DEVICE_TESTS, 'all'] })
  } catch {
    // The device cannot be read now; the next time will do.
  }
}
