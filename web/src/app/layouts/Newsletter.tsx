// The newsletter form. It always thanks, whatever the server responds (spec 1 §8), so that it does
// not reveal who has subscribed.
import { Alert, Button } from '@mantine/core'
import { type FormEvent, useId, useRef, useState } from 'react'
import { subscribeNewsletter } from '@/shared/api/queries/site'
import { useMutationOnce } from '@/shared/forms/useMutationOnce'
import { focusNow } from '@/shared/ui/focus'
import { PlainField } from '@/shared/ui/PlainField'
import styles from './public.module.css'
import { frameTexts } from './publicMessages'

// Two rules and one input: the form library would be larger than the rest of the footer.
export function Newsletter() {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string | null>(null)
  const call = useMutationOnce({ mutationFn: subscribeNewsletter })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (call.isPending) return
    const email = input.current?.value.trim() ?? ''
    const wrong = checkEmail(email)
    setError(wrong)
    if (wrong) input.current?.focus()
    else call.mutate(email)
  }

  if (call.isSuccess || call.isError) {
    return (
      <Alert
        ref={focusNow}
        tabIndex={-1}
        title={frameTexts.newsletter}
        role="alert"
        className={styles.newsletter}
      >
        {frameTexts.subscribed}
      </Alert>
    )
  }
  return (
    <form className={styles.newsletter} noValidate onSubmit={submit} aria-labelledby={id}>
      <h2 id={id}>{frameTexts.newsletter}</h2>
      <p>{frameTexts.newsletterText}</p>
      <PlainField
        ref={input}
        label={frameTexts.email}
        type="email"
        name="email"
        autoComplete="email"
        error={error}
        beside={
          <Button type="submit" h={42} loading={call.isPending}>
            {frameTexts.subscribe}
          </Button>
        }
      />
    </form>
  )
}

function checkEmail(email: string): string | null {
  if (!email) return frameTexts.emailRequired
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? null : frameTexts.emailInvalid
}
