// A mutation that is not begun again while it runs: a second press may come before the screen has told
// of the first. All writing calls of students' screens are made with it.
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
  /** Begins it with what `make` gives, which is not called while it runs. */
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
