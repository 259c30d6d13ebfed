// The steps to set up a second factor: add the secret to the app, and confirm it with a code.
import { Alert, Button, Code, Group, List, Stack, Text } from '@mantine/core'
import { Copy } from 'lucide-react'
import { useRef } from 'react'
import { confirmSecondFactor } from '@/shared/api/queries/secondFactor'
import type { SecondFactorSetup } from '@/shared/api/types'
import { useApiForm } from '@/shared/forms/useApiForm'
import { CodeField } from '@/shared/ui/CodeField'
import { codeTexts } from '@/shared/ui/codeMessages'
import styles from './account.module.css'
import { copyFrom } from './copyFrom'
import { failureOf } from './failureOf'
import { secondFactorTexts } from './messages'

// A QR code, dark on white in every colour scheme, because readers expect that.

/** The width of the white margin that readers need, in modules (ISO/IEC 18004). */
const QUIET = 4

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

export function SetUp({ setup: { secret, qr }, onCodes, onCancel }: SetUpProps) {
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
