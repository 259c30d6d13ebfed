// A mutation that is not begun again while it runs: a second press may come before the screen has told
// of the first.
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
  const mutate = (asked: Asked) => {
    if (running.current) return
    running.current = true
    mutation.mutate(asked)
  }
  return { ...mutation, mutate }
}
