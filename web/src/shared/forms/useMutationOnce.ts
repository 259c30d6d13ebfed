// A mutation that is not started again while it runs: a second press may come before the screen
// shows the first. `mutateAsync` is TanStack Query's own and does not wait.
import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'

export function useMutationOnce<Data, Asked = void>(
  options: UseMutationOptions<Data, Error, Asked>,
) {
  const running = useRef(false)
  const mutation = useMutation({
    ...options,
    onSettled: (...settled) => {
      running.current = false
      return options.onSettled?.(...settled)
    },
  })
  /** Starts it with the result of `make`, which is not called while it runs. */
  const begin = (make: () => Asked) => {
    if (running.current) return
    running.current = true
    try {
      mutation.mutate(make())
    } catch (thrown) {
      running.current = false
      throw thrown
    }
  }
  return { ...mutation, begin, mutate: (asked: Asked) => begin(() => asked) }
}
