// A change to every row that matches a list's search and filters, on all pages. It shows their
// number first; the server refuses if the number has changed.
import { Alert, Button, Group, Modal, Radio, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { toApiError } from '@/shared/api/errors'
import { plural } from '@/shared/i18n/format'
import { notify } from '@/shared/ui/notify'
import { words } from './messages'

export function ChangeAll<Body>(props: ChangeAllProps<Body>) {
  const { total, disabled } = props
  const [open, setOpen] = useState(false)
  if (total === 0) return null
  return (
    <Group justify="flex-end" mt="xs">
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<ListChecks size={16} aria-hidden />}
        disabled={disabled}
        onClick={() => setOpen(true)}
      >
        {plural(words.changeAll, total)}
      </Button>
      {open && <ChangeAllDialog {...props} onClose={() => setOpen(false)} />}
    </Group>
  )
}

function ChangeAllDialog<Body>(props: ChangeAllProps<Body> & { onClose: () => void }) {
  const { total, isNarrowed, actions, run, onDone, onClose } = props
  const [chosen, setChosen] = useState<string | null>(null)
  const [asked, setAsked] = useState(false)
  const action = actions.find(({ name }) => name === chosen)
  const body = action?.body ?? null
  const call = useMutation({
    mutationFn: (body: Body) => run(body, total),
    onSuccess: ({ changed, refused }) => {
      notify.success(plural(words.changedAll, changed))
      if (refused > 0) notify.info(plural(words.refusedOfAll, refused))
      onDone()
      onClose()
    },
  })
  const close = () => {
    if (call.isPending) return
    // The list is shown as it is now.
    if (call.isError) onDone()
    onClose()
  }
  return (
    <Modal
      opened
      onClose={close}
      title={<Text fw={650}>{plural(words.changeAll, total)}</Text>}
      withCloseButton={false}
      centered
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setAsked(true)
          if (body !== null && !call.isPending) call.mutate(body)
        }}
      >
        <Stack>
          <Text>{plural(isNarrowed ? words.allThatMatch : words.allOfList, total)}</Text>
          <Radio.Group
            label={words.change}
            value={chosen ?? ''}
            onChange={setChosen}
            error={asked && action === undefined && words.chooseChange}
          >
            <Stack gap="xs" mt="xs">
              {actions.map(({ name, label }) => (
                <Radio key={name} value={name} label={label} />
              ))}
            </Stack>
          </Radio.Group>
          {action?.more?.(asked && body === null)}
          {call.isError && (
            <Alert color="red" role="alert">
              {toApiError(call.error).errMessage}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" data-autofocus disabled={call.isPending} onClick={close}>
              {words.cancel}
            </Button>
            <Button type="submit" loading={call.isPending}>
              {plural(words.changeNow, total)}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

/** One of the changes to choose from. */
export interface ChangeOfAll<Body> {
  name: string
  label: string
  /** What is sent; null until the fields of `more` are filled in. */
  body: Body | null
  /** Further fields, with an error if they are asked for and empty. */
  more?: (isMissing: boolean) => ReactNode
}

interface ChangeAllProps<Body> {
  /** The number of rows that match. */
  total: number
  /** Whether the list has a search or a filter. */
  isNarrowed: boolean
  /** The rows are outdated. */
  disabled: boolean
  actions: ChangeOfAll<Body>[]
  run: (body: Body, expected: number) => Promise<{ changed: number; refused: number }>
  onDone: () => void
}
