// The second factor of the current user (ruling 36): its state and all actions on it.
import {
  Alert,
  Badge,
  Button,
  Checkbox,
  Code,
  Group,
  List,
  Stack,
  Text,
  Title,
} from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Copy, Download, Printer, ShieldCheck } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { toApiError } from '@/shared/api/errors'
import {
  beginSecondFactor,
  confirmSecondFactor,
  dropSecondFactor,
  renewRecoveryCodes,
  secondFactorQuery,
} from '@/shared/api/queries/security'
import type { SecondFactorSetup, SecondFactorState } from '@/shared/api/types'
import { useApiForm } from '@/shared/forms/useApiForm'
import { useLeaveGuard } from '@/shared/forms/useLeaveGuard'
import { formatDateTime, formatNumber } from '@/shared/i18n/format'
import { QueryView } from '@/shared/lazy/QueryView'
import { useUser } from '@/shared/session/useSession'
import { CodeField, codeTexts } from '@/shared/ui/CodeField'
import { DescriptionList } from '@/shared/ui/DescriptionList'
import { focusNow } from '@/shared/ui/focus'
import { notify } from '@/shared/ui/notify'
import { Panel } from '@/shared/ui/Page'
import { saveFile } from '@/shared/ui/share'
import styles from './account.module.css'
import { copyFrom } from './copyFrom'
import { secondFactorTexts } from './messages'
import { failureOf } from './serverDemands'

/** At or below this number of recovery codes a warning is shown. */
const FEW = 2

type Step =
  | { is: 'state' }
  | { is: 'setUp'; setup: SecondFactorSetup }
  | { is: 'codes'; codes: string[] }
  | { is: 'renew' }
  | { is: 'remove' }

const titleOf = ({ is }: Step): string =>
  ({
    state: secondFactorTexts.title,
    setUp: secondFactorTexts.setUpTitle,
    codes: secondFactorTexts.codesTitle,
    renew: secondFactorTexts.renew,
    remove: secondFactorTexts.removeTitle,
  })[is]

export function SecondFactor({ onSet }: SecondFactorProps) {
  const id = useId()
  const query = useQuery(secondFactorQuery)
  const client = useQueryClient()
  const [step, setStep] = useState<Step>({ is: 'state' })
  // At the first step nothing has changed yet, so the focus stays where the page put it.
  const [moved, setMoved] = useState(false)
  const go = (next: Step) => {
    setMoved(true)
    setStep(next)
  }
  const toState = () => {
    void client.invalidateQueries({ queryKey: secondFactorQuery.queryKey })
    go({ is: 'state' })
  }
  const show = (codes: string[]) => {
    void client.invalidateQueries({ queryKey: secondFactorQuery.queryKey })
    go({ is: 'codes', codes })
  }
  return (
    <Panel component="section" aria-labelledby={id}>
      <Group gap="sm" mb="xs">
        <Title
          order={2}
          id={id}
          key={step.is}
          tabIndex={-1}
          style={{ outline: 'none' }}
          ref={moved ? focusNow : undefined}
        >
          {titleOf(step)}
        </Title>
        {step.is === 'state' && query.data && <OnOrOff on={query.data.since !== null} />}
      </Group>
      {step.is === 'state' && (
        <QueryView query={query}>
          {(state) => <State state={state} go={go} onSet={onSet} />}
        </QueryView>
      )}
      {step.is === 'setUp' && <SetUp setup={step.setup} onCodes={show} onCancel={toState} />}
      {step.is === 'codes' && (
        <RecoveryCodes
          codes={step.codes}
          onDone={() => {
            toState()
            onSet?.()
          }}
        />
      )}
      {step.is === 'renew' && (
        <CodeForm
          text={secondFactorTexts.renewText}
          submit={secondFactorTexts.renewNow}
          send={renewRecoveryCodes}
          onDone={show}
          onCancel={toState}
        />
      )}
      {step.is === 'remove' && (
        <CodeForm
          text={
            query.data?.required ? secondFactorTexts.removeRequired : secondFactorTexts.removeText
          }
          submit={secondFactorTexts.removeNow}
          color="red.9"
          send={dropSecondFactor}
          onDone={({ message }) => {
            notify.success(message)
            toState()
          }}
          onCancel={toState}
        />
      )}
    </Panel>
  )
}

interface SecondFactorProps {
  /** Called when it is on and its codes are saved. */
  onSet?: () => void
}

function OnOrOff({ on }: { on: boolean }) {
  return (
    <Badge variant="light" color={on ? 'brand' : 'gray'} tt="none">
      {on ? secondFactorTexts.on : secondFactorTexts.off}
    </Badge>
  )
}

function State({ state, go, onSet }: StateProps) {
  const begin = useMutation({
    mutationFn: beginSecondFactor,
    onSuccess: (setup) => go({ is: 'setUp', setup }),
  })
  const { since, recoveryCodes, required } = state
  if (since === null) {
    return (
      <Stack gap="md">
        <Text c="dimmed">{secondFactorTexts.text}</Text>
        <Text>{required ? secondFactorTexts.required : secondFactorTexts.recommended}</Text>
        {begin.isError && <Said>{failureOf(toApiError(begin.error))}</Said>}
        <div>
          <Button
            leftSection={<ShieldCheck size={16} aria-hidden />}
            loading={begin.isPending}
            onClick={() => begin.mutate()}
          >
            {secondFactorTexts.setUp}
          </Button>
        </div>
      </Stack>
    )
  }
  return (
    <Stack gap="md">
      <DescriptionList
        items={[
          [secondFactorTexts.since, formatDateTime(since)],
          [secondFactorTexts.left, formatNumber(recoveryCodes)],
        ]}
      />
      {required && <Text>{secondFactorTexts.required}</Text>}
      {recoveryCodes <= FEW && <Alert color="sun">{secondFactorTexts.few}</Alert>}
      <Group gap="sm">
        {onSet && <Button onClick={onSet}>{secondFactorTexts.goOn}</Button>}
        <Button variant="default" onClick={() => go({ is: 'renew' })}>
          {secondFactorTexts.renew}
        </Button>
        <Button variant="light" color="red" onClick={() => go({ is: 'remove' })}>
          {secondFactorTexts.remove}
        </Button>
      </Group>
    </Stack>
  )
}

interface StateProps extends SecondFactorProps {
  state: SecondFactorState
  go: (step: Step) => void
}

const Said = ({ children }: { children: ReactNode }) => (
  <Alert color="red" role="alert">
    {children}
  </Alert>
)

/** An action on the second factor that requires a code. */
function CodeForm<Answer>({ text, submit, color, ...calls }: CodeFormProps<Answer>) {
  const { send, onDone, onCancel } = calls
  const { form, props, sending, failure } = useApiForm({
    initialValues: { otp: '' },
    validate: { otp: (typed) => (typed.trim() ? null : codeTexts.required) },
    send: ({ otp }) => send(otp.trim()),
    onDone,
  })
  return (
    <form {...props}>
      <Stack gap="md" maw={480}>
        <Text>{text}</Text>
        <CodeField {...form.getInputProps('otp')} />
        {failure && failure.fields.otp === undefined && (
          <Alert color="red" role="alert">
            {failureOf(failure)}
          </Alert>
        )}
        <Group gap="sm">
          <Button type="submit" loading={sending} {...(color && { color })}>
            {submit}
          </Button>
          <Button variant="default" disabled={sending} onClick={onCancel}>
            {secondFactorTexts.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface CodeFormProps<Answer> {
  /** The consequence of the action. */
  text: string
  submit: string
  color?: string
  send: (otp: string) => Promise<Answer>
  onDone: (answer: Answer) => unknown
  onCancel: () => void
}

/**
 * The recovery codes, shown only here. To continue, the user must confirm having saved them.
 */
function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const email = useUser()?.email ?? ''
  const list = useRef<HTMLUListElement>(null)
  const box = useRef<HTMLInputElement>(null)
  const [kept, setKept] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const { dialog } = useLeaveGuard(!kept, {
    title: secondFactorTexts.leave,
    text: secondFactorTexts.leaveText,
    stay: secondFactorTexts.stay,
    go: secondFactorTexts.go,
    ended: secondFactorTexts.ended,
    logInAgain: secondFactorTexts.logInAgain,
  })
  const text = codes.join('\n')
  const save = () => {
    const file = `${secondFactorTexts.file(email)}\n\n${text}\n`
    saveFile('sabi-recovery-codes.txt', new Blob([file], { type: 'text/plain' }))
  }
  const done = () => {
    if (kept) return onDone()
    setError(secondFactorTexts.keepFirst)
    box.current?.focus()
  }
  return (
    <Stack gap="md">
      <Text>{secondFactorTexts.codesText}</Text>
      <div className={styles.sheet}>
        <p className={styles.printed}>{secondFactorTexts.file(email)}</p>
        <ul ref={list} className={styles.codes} aria-label={secondFactorTexts.codes}>
          {codes.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      </div>
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<Copy size={16} aria-hidden />}
          onClick={() => copyFrom(list.current, text)}
        >
          {secondFactorTexts.copy}
        </Button>
        <Button variant="default" leftSection={<Download size={16} aria-hidden />} onClick={save}>
          {secondFactorTexts.download}
        </Button>
        <Button
          variant="default"
          leftSection={<Printer size={16} aria-hidden />}
          onClick={() => window.print()}
        >
          {secondFactorTexts.print}
        </Button>
      </Group>
      <Checkbox
        ref={box}
        label={secondFactorTexts.kept}
        checked={kept}
        error={error}
        onChange={(event) => {
          setKept(event.currentTarget.checked)
          setError(null)
        }}
      />
      <div>
        <Button onClick={done}>{secondFactorTexts.done}</Button>
      </div>
      {dialog}
    </Stack>
  )
}

interface RecoveryCodesProps {
  codes: string[]
  onDone: () => void
}

// A QR code, dark on white in every colour scheme, because readers expect that.

/** The width of the white margin that readers need, in modules (ISO/IEC 18004). */
const QUIET = 4

/**
 * The steps to set up a second factor: add the secret to the app, and confirm it with a code.
 */
function QrCode({ rows, label }: QrCodeProps) {
  const size = rows.length + 2 * QUIET
  const dark = rows
    .flatMap((row, y) => [...row].map((one, x) => (one === '1' ? square(x, y) : '')))
    .join('')
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      width={232}
      height={232}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      style={{ display: 'block', maxWidth: '100%', borderRadius: 8 }}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={dark} fill="#000" />
    </svg>
  )
}

const square = (x: number, y: number) => `M${x + QUIET} ${y + QUIET}h1v1h-1z`

interface QrCodeProps {
  /** One text of `1` (dark) and `0` per row. */
  rows: string[]
  label: string
}

function SetUp({ setup: { secret, qr }, onCodes, onCancel }: SetUpProps) {
  const key = useRef<HTMLElement>(null)
  const { form, props, sending, failure } = useApiForm({
    initialValues: { otp: '' },
    validate: { otp: (text) => (text.trim() ? null : codeTexts.required) },
    send: ({ otp }) => confirmSecondFactor(otp.trim()),
    onDone: onCodes,
  })
  return (
    <form {...props}>
      <List type="ordered" spacing="md" className={styles.steps}>
        <List.Item>{secondFactorTexts.install}</List.Item>
        <List.Item>
          {secondFactorTexts.scan}
          <Stack gap="sm" mt="sm">
            <QrCode rows={qr} label={secondFactorTexts.qr} />
            <div>
              <Text fz="sm">{secondFactorTexts.byHand}</Text>
              <Group gap="sm" mt={4}>
                <Code ref={key} fz="md" className={styles.key} aria-label={secondFactorTexts.key}>
                  {secret}
                </Code>
                <Button
                  variant="default"
                  size="xs"
                  leftSection={<Copy size={14} aria-hidden />}
                  onClick={() => copyFrom(key.current, secret.replaceAll(' ', ''))}
                >
                  {secondFactorTexts.copyKey}
                </Button>
              </Group>
            </div>
          </Stack>
        </List.Item>
        <List.Item>
          {secondFactorTexts.first}
          <Stack gap="md" mt="sm" maw={360}>
            <CodeField appOnly {...form.getInputProps('otp')} />
            {failure && failure.fields.otp === undefined && (
              <Alert color="red" role="alert">
                {failureOf(failure)}
              </Alert>
            )}
            <Group gap="sm">
              <Button type="submit" loading={sending}>
                {secondFactorTexts.turnOn}
              </Button>
              <Button variant="default" disabled={sending} onClick={onCancel}>
                {secondFactorTexts.cancel}
              </Button>
            </Group>
          </Stack>
        </List.Item>
      </List>
    </form>
  )
}

interface SetUpProps {
  setup: SecondFactorSetup
  /** Called with the recovery codes once it is on. */
  onCodes: (codes: string[]) => void
  onCancel: () => void
}
