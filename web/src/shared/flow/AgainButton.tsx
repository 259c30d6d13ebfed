// A button that starts a test like an earlier one.
import { Button, type ButtonProps } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { toApiError } from '@/shared/api/errors'
import { useMutationOnce } from '@/shared/forms/useMutationOnce'
import { notify } from '@/shared/ui/notify'
import type { Again } from './again'

export function AgainButton({ again, label, children, ...rest }: AgainButtonProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const go = useMutationOnce({
    mutationFn: async () => {
      const { prepareAgain } = await import('./prepareAgain')
      return prepareAgain(client, again)
    },
    onSuccess: (path) => navigate(path),
    onError: (thrown) => notify.error(toApiError(thrown).errMessage),
  })
  return (
    <Button
      // A long label takes two lines on a phone; most fit one.
      px="sm"
      h="auto"
      mih="var(--button-height)"
      py={6}
      styles={{ label: { whiteSpace: 'normal' } }}
      {...rest}
      aria-label={label}
      loading={go.isPending}
      onClick={() => go.mutate()}
    >
      {children}
    </Button>
  )
}

interface AgainButtonProps extends Omit<ButtonProps, 'loading'> {
  again: Again
  /** Its accessible name, if the text needs its context. */
  label?: string
  children: ReactNode
}
