// A form sent by an API call: the server's message about a field is shown at its input, the first
// wrong input gets the focus, and nothing is sent twice.
import { type FormErrors, type UseFormInput, useForm } from '@mantine/form'
import { type FormEvent, useRef } from 'react'
import { type ApiError, toApiError } from '@/shared/api/errors'
import { focusFirstError } from '@/shared/ui/focus'
import { useMutationOnce } from './useMutationOnce'

type Base = Record<string, unknown>

/** The state of a form and its submit function. */
export function useApiForm<Values extends Base, Answer>(options: ApiFormOptions<Values, Answer>) {
  const { send, onDone, onFailed, fieldOf = ownName, ...rest } = options
  const form = useForm<Values>(rest)
  const element = useRef<HTMLFormElement>(null)

  const call = useMutationOnce({
    mutationFn: () => send(form.getValues()),
    onSuccess: onDone,
    onError: (thrown) => {
      const error = toApiError(thrown)
      form.setErrors(placed(error, form.getValues(), fieldOf).fields)
      focusFirstError(element)
      onFailed?.(error)
    },
  })

  /** Sends the form's values; one call at a time. */
  const submit = () => call.mutate()
  const failure = call.isError ? toApiError(call.error) : null
  return {
    form,
    submit,
    /** Properties for the form element. */
    props: {
      ref: element,
      noValidate: true,
      onSubmit: (event: FormEvent<HTMLFormElement>) =>
        form.onSubmit(submit, () => focusFirstError(element))(event),
    },
    /** Whether a call is running; no other is sent meanwhile. */
    sending: call.isPending,
    /** Why the last call failed; reset by the next. */
    failure,
    /** The server's messages about fields that this form does not have. */
    unplaced: failure ? placed(failure, form.getValues(), fieldOf).others : [],
    /** Clears the last failure. */
    reset: call.reset,
  }
}

export interface ApiFormOptions<Values extends Base, Answer>
  extends Pick<UseFormInput<Values>, 'validate'> {
  initialValues: Values
  send: (values: Values) => Promise<Answer>
  onDone: (answer: Answer) => unknown
  onFailed?: (error: ApiError) => void
  /** The form's name of a field that the server calls `name`. */
  fieldOf?: (name: string) => string
}

const ownName = (name: string) => name

/** Splits the server's messages into those under the form's field names and the rest. */
function placed(error: ApiError, values: Base, fieldOf: (name: string) => string) {
  const fields: FormErrors = {}
  const others: string[] = []
  for (const [name, message] of Object.entries(error.fields)) {
    // The server names an entry of a list `course[2]` or `options.0.text`.
    const found = [name, name.split(/[.[]/)[0] ?? ''].map(fieldOf).find((one) => one in values)
    if (found !== undefined) fields[found] ??= message
    else others.push(message)
  }
  return { fields, others }
}
