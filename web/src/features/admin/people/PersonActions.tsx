// Actions on an account besides editing it. Each asks for confirmation and is shown only if the
// server allows it to this administrator.
import { Alert, Badge, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  Ban,
  CircleCheck,
  Download,
  Eraser,
  Gift,
  KeyRound,
  LogOut,
  MailPlus,
  ShieldOff,
  ShieldPlus,
  Timer,
} from 'lucide-react'
import { useState } from 'react'
import { proving } from '@/shared/api/asksFirst'
import { toApiError } from '@/shared/api/errors'
import {
  exportPerson,
  makeAdmin,
  resendActivation,
  setStatus,
} from '@/shared/api/queries/backOffice'
import { resetSecondFactor } from '@/shared/api/queries/secondFactor'
import { endSessionsOf } from '@/shared/api/queries/sessions'
import type { User } from '@/shared/api/types'
import { formatDate, formatDay } from '@/shared/i18n/format'
import { useUserId } from '@/shared/session/useSession'
import { ConfirmDialog } from '@/shared/ui/ConfirmDialog'
import { DescriptionList } from '@/shared/ui/DescriptionList'
import { notify } from '@/shared/ui/notify'
import { Panel } from '@/shared/ui/Panel'
import { saveFile } from '@/shared/ui/saveFile'
import { useMay } from '../access'
import type { Row } from '../resource/defineResource'
import { EraseDialog } from './EraseDialog'
import { ExtraTime } from './ExtraTime'
import { GivePlan } from './GivePlan'
import { words } from './messages'
import { PasswordDialog } from './PasswordDialog'
import { PersonSessions } from './PersonSessions'
import { AccountStatus } from './person'

export function PersonActions({ record }: { record: Row }) {
  const user = record as unknown as User
  const isOwner = useMay('super')
  const isStudent = user.role === 'user'
  const [open, setOpen] = useState<Deed | null>(null)
  const close = () => setOpen(null)
  const { _id, role, accountStatus, activatedAt, isSuperAdmin } = user
  // An account that was active before cannot be activated by a link.
  const waits = isStudent && accountStatus === 'InActive' && !activatedAt
  // Only super admins end the sessions of administrators.
  const mayEnd = isOwner || role !== 'admin'
  const self = useUserId() === _id
  return (
    <>
      <Panel component="section" aria-label={words.account}>
        {!isStudent && (
          <>
            <Group gap="xs" mb="md">
              <Badge variant="light" color="gray" tt="none">
                {roleOf(user)}
              </Badge>
              <AccountStatus status={accountStatus} />
            </Group>
            <DescriptionList items={[[words.joined, formatDate(user.createdAt)]]} />
          </>
        )}
        <Title order={2} fz="md" mt={isStudent ? 0 : 'lg'} mb="sm">
          {words.actions}
        </Title>
        <Stack gap="xs">
          {isStudent && (
            <>
              <Do icon={Gift} name={words.givePlan} onClick={() => setOpen('plan')} />
              <Do icon={Timer} name={words.setExtraTime} onClick={() => setOpen('time')} />
              {accountStatus === 'Blocked' ? (
                <Do icon={CircleCheck} name={words.unblock} onClick={() => setOpen('unblock')} />
              ) : (
                <Do icon={Ban} name={words.block} onClick={() => setOpen('block')} />
              )}
            </>
          )}
          {mayEnd && <Do icon={LogOut} name={words.signOut} onClick={() => setOpen('out')} />}
          {waits && <Resend email={user.email} />}
          {isOwner && role !== 'user' && (
            <Do icon={KeyRound} name={words.setPassword} onClick={() => setOpen('password')} />
          )}
          {isOwner && role !== 'user' && !self && (
            <Do icon={ShieldOff} name={words.resetFactor} onClick={() => setOpen('factor')} />
          )}
          {isOwner && role === 'moderator' && (
            <Do icon={ShieldPlus} name={words.makeAdmin} onClick={() => setOpen('admin')} />
          )}
          {isOwner && role === 'admin' && !isSuperAdmin && (
            <Do icon={ShieldPlus} name={words.makeSuper} onClick={() => setOpen('super')} />
          )}
          {isOwner && <ExportButton user={user} />}
          {isOwner && !isSuperAdmin && (
            <Do icon={Eraser} name={words.erase} color="red" onClick={() => setOpen('erase')} />
          )}
        </Stack>
        {open === 'plan' && <GivePlan userId={_id} onClose={close} />}
        {open === 'time' && <ExtraTime user={user} onClose={close} />}
        {open === 'block' && (
          <AskFirst
            title={words.block}
            text={words.blockSure}
            act={() => setStatus(_id, 'Blocked')}
            done={words.blocked}
            onClose={close}
          />
        )}
        {open === 'unblock' && (
          <AskFirst
            title={words.unblock}
            text={words.unblockSure}
            act={() => setStatus(_id, user.activatedAt ? 'Active' : 'InActive')}
            done={words.unblocked}
            onClose={close}
          />
        )}
        {open === 'out' && (
          <AskFirst
            title={words.signOut}
            text={words.signOutSure}
            act={() => endSessionsOf(_id)}
            done={words.signedOut}
            onClose={close}
          />
        )}
        {open === 'admin' && (
          <AskFirst
            title={words.makeAdmin}
            text={words.makeAdminSure}
            act={() => makeAdmin(_id, false)}
            onClose={close}
          />
        )}
        {open === 'super' && (
          <AskFirst
            title={words.makeSuper}
            text={words.makeSuperSure}
            act={() => makeAdmin(_id, true)}
            onClose={close}
          />
        )}
        {open === 'password' && <PasswordDialog id={_id} onClose={close} />}
        {open === 'factor' && (
          <AskFirst
            title={words.resetFactor}
            text={words.resetFactorSure}
            act={() => resetSecondFactor(_id)}
            onClose={close}
          />
        )}
        {open === 'erase' && <EraseDialog user={user} onClose={close} />}
      </Panel>
      {mayEnd && !isStudent && <PersonSessions user={_id} />}
    </>
  )
}

type Deed =
  | 'plan'
  | 'time'
  | 'block'
  | 'unblock'
  | 'out'
  | 'factor'
  | 'password'
  | 'admin'
  | 'super'
  | 'erase'

function roleOf({ role, isSuperAdmin }: User): string {
  if (role === 'moderator') return words.moderator
  return isSuperAdmin ? words.superAdmin : words.administrator
}

function Do({ icon: Icon, name, color, loading, onClick }: DoProps) {
  return (
    <Button
      variant={color ? 'light' : 'default'}
      {...(color && { color })}
      justify="flex-start"
      leftSection={<Icon size={16} aria-hidden />}
      loading={loading ?? false}
      onClick={onClick}
    >
      {name}
    </Button>
  )
}

interface DoProps {
  icon: typeof LogOut
  name: string
  color?: string
  loading?: boolean
  onClick: () => void
}

function Resend({ email }: { email: string }) {
  const send = useMutation({
    mutationFn: () => resendActivation(email),
    onSuccess: ({ message }) => notify.success(message),
    onError: (thrown) => notify.error(toApiError(thrown).errMessage),
  })
  return (
    <Do
      icon={MailPlus}
      name={words.resend}
      loading={send.isPending}
      onClick={() => send.mutate()}
    />
  )
}

function ExportButton({ user }: { user: User }) {
  const client = useQueryClient()
  const save = useMutation({
    mutationFn: () => proving(() => exportPerson(user._id)),
    onSuccess: (data) => {
      const day = formatDay(data.exportedAt)
      const text = JSON.stringify(data, null, 2)
      saveFile(`sabi-${user.email}-${day}.json`, new Blob([text], { type: 'application/json' }))
      // The audit log has a new entry.
      void client.invalidateQueries({ queryKey: ['audit'] })
    },
    onError: (thrown) => notify.error(toApiError(thrown).errMessage),
  })
  return (
    <Do
      icon={Download}
      name={words.exportData}
      loading={save.isPending}
      onClick={() => save.mutate()}
    />
  )
}

/** A confirmation dialog for an irreversible action; it also shows the server's errors. */
function AskFirst({ title, text, act, done, onClose }: AskFirstProps) {
  const client = useQueryClient()
  const call = useMutation({
    mutationFn: act,
    onSuccess: ({ message }) => {
      notify.success(done ?? message)
      void client.invalidateQueries()
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={title}
      onClose={() => {
        if (!call.isPending) onClose()
      }}
      buttons={
        <>
          <Button variant="default" data-autofocus disabled={call.isPending} onClick={onClose}>
            {words.cancel}
          </Button>
          <Button loading={call.isPending} onClick={() => call.mutate()}>
            {words.confirm}
          </Button>
        </>
      }
    >
      <Text>{text}</Text>
      {call.isError && (
        <Alert color="red" role="alert" mt="sm">
          {toApiError(call.error).errMessage}
        </Alert>
      )}
    </ConfirmDialog>
  )
}

interface AskFirstProps {
  title: string
  text: string
  act: () => Promise<{ message: string }>
  /** Shown instead of the server's message. */
  done?: string
  onClose: () => void
}
