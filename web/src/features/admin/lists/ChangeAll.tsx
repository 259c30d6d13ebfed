// A change to every row that matches a list's search and filters, on all pages. It shows their
// number first; the server refuses if the number has changed.
import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { toApiError } from '@/shared/api/errors'
import { formatNumber, type PluralForms, plural } from '@/shared/i18n/format'
import { notify } from '@/shared/ui/notify'
import { listToolTexts } from '../messages'
import { FormDialog } from '../ui/FormDialog'

/** The server's limit of rows in one change (`MAX_AT_ONCE`). */
const MOST = 5000

export function ChangeAll<Body>(props: ChangeAllProps<Body>) {
  const { total, disabled } = props
  const [open, setOpen] = useState(false)
  const why = useId()
  if (total === 0) return null
  const tooMany = total > MOST
  return (
    <Group justify="flex-end" gap="xs" mt="xs">
      {tooMany && (
        <Text id={why} fz="sm" c="dimmed">
          {listToolTexts.tooMany(formatNumber(MOST))}
        </Text>
      )}
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<ListChecks size={16} aria-hidden />}
        disabled={disabled || tooMany}
        aria-describedby={tooMany ? why : undefined}
        onClick={() => setOpen(true)}
      >
        {plural(listToolTexts.changeAll, total)}
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
  const said = action?.said
  const call = useMutation({
    mutationFn: (body: Body) => run(body, total),
    onSuccess: ({ changed, refused }) => {
      notify.success(plural(said?.done ?? listToolTexts.changedAll, changed))
      if (refused > 0) notify.info(plural(said?.refused ?? listToolTexts.refusedOfAll, refused))
      onDone()
      onClose()
    },
  })
  const close = () => {
    // The list is shown as it is now.
    if (call.isError) onDone()
    onClose()
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (body !== null && !call.isPending) call.mutate(body)
  }
  return (
    <FormDialog
      title={plural(listToolTexts.changeAll, total)}
      submit={said?.now ?? plural(listToolTexts.changeNow, total)}
      color={said && 'red.9'}
      form={{ props: { onSubmit }, sending: call.isPending }}
      error={call.isError && toApiError(call.error).errMessage}
      careful
      onClose={close}
    >
      <Text>
        {plural(isNarrowed ? listToolTexts.allThatMatch : listToolTexts.allOfList, total)}
      </Text>
      <Radio.Group
        label={listToolTexts.change}
        value={chosen ?? ''}
        onChange={setChosen}
        error={asked && action === undefined && listToolTexts.chooseChange}
      >
        <Stack gap="xs" mt="xs">
          {actions.map(({ name, label }) => (
            <Radio key={name} value={name} label={label} />
          ))}
        </Stack>
      </Radio.Group>
      {action?.more?.(asked && body === null)}
      {said && <Text fz="sm">{said.hint}</Text>}
    </FormDialog>
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
  /** The texts of a change that cannot be undone. */
  said?: { hint: string; now: string; done: PluralForms; refused: PluralForms }
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
