// The recovery codes, shown only here. To continue, the user must confirm having saved them.
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { Copy, Download, Printer } from 'lucide-react'
import { useRef, useState } from 'react'
import { useLeaveGuard } from '@/shared/forms/useLeaveGuard'
import { useUser } from '@/shared/session/useSession'
import { saveFile } from '@/shared/ui/saveFile'
import styles from './account.module.css'
import { copyFrom } from './copyFrom'
import { messages } from './messages'

const words = messages.factor

export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const email = useUser()?.email ?? ''
  const list = useRef<HTMLUListElement>(null)
  const box = useRef<HTMLInputElement>(null)
  const [kept, setKept] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const { dialog } = useLeaveGuard(!kept, {
    title: words.leave,
    text: words.leaveText,
    stay: words.stay,
    go: words.go,
    ended: words.ended,
    logInAgain: words.logInAgain,
  })
  const text = codes.join('\n')
  const save = () => {
    const file = `${words.file(email)}\n\n${text}\n`
    saveFile('sabi-recovery-codes.txt', new Blob([file], { type: 'text/plain' }))
  }
  const done = () => {
    if (kept) return onDone()
    setError(words.keepFirst)
    box.current?.focus()
  }
  return (
    <Stack gap="md">
      <Text>{words.codesText}</Text>
      <div className={styles.sheet}>
        <p className={styles.printed}>{words.file(email)}</p>
        <ul ref={list} className={styles.codes} aria-label={words.codes}>
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
          {words.copy}
        </Button>
        <Button variant="default" leftSection={<Download size={16} aria-hidden />} onClick={save}>
          {words.download}
        </Button>
        <Button
          variant="default"
          leftSection={<Printer size={16} aria-hidden />}
          onClick={() => window.print()}
        >
          {words.print}
        </Button>
      </Group>
      <Checkbox
        ref={box}
        label={words.kept}
        checked={kept}
        error={error}
        onChange={(event) => {
          setKept(event.currentTarget.checked)
          setError(null)
        }}
      />
      <div>
        <Button onClick={done}>{words.done}</Button>
      </div>
      {dialog}
    </Stack>
  )
}

interface RecoveryCodesProps {
  codes: string[]
  onDone: () => void
}
