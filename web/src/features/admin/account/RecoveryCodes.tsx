// The recovery codes, shown only here. To continue, the user must confirm having saved them.
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { Copy, Download, Printer } from 'lucide-react'
import { useRef, useState } from 'react'
import { useLeaveGuard } from '@/shared/forms/useLeaveGuard'
import { useUser } from '@/shared/session/useSession'
import { saveFile } from '@/shared/ui/saveFile'
import styles from './account.module.css'
import { copyFrom } from './copyFrom'
import { secondFactorTexts } from './messages'

export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
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
