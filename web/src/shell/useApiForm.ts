// A form that a call sends: what the server says of a field stands at its input, the first that
// is wrong gets the focus, and nothing is sent twice.
import { type FormErrors, type UseFormInput, useForm } from '@mantine/form'
import { type FormEvent, useRef } from 'react'
import { type ApiError, toApiError } from '@/api/errors'
import { focusFirstError } from '@/ui/focusFirstError'
import { useMutationOnce } from './useMutationOnce'

type Base = Record<string, unknown>

/** The state of a form and what submits it. */
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

  /** Sends what the form holds, once at a time. */
  const submit = () => call.mutate()
  const failure = call.isError ? toApiError(call.error) : null
  return {
    form,
    submit,
    /** Goes on the form element. */
    props: {
      ref: element,
      noValidate: true,
      onSubmit: (event: FormEvent<HTMLFormElement>) =>
        form.onSubmit(submit, () => focusFirstError(element))(event),
    },
    /** Whether it is on its way: nothing else is sent meanwhile. */
    sending: call.isPending,
    /** Why the last try failed, until the next. */
    failure,
    /** What the server said of fields that this form does not have. */
    unplaced: failure ? placed(failure, form.getValues(), fieldOf).others : [],
    /** Forgets the last failure. */
    reset: call.reset,
  }
}

export interface ApiFormOptions<Values extends Base, Answer>
  extends Pick<UseFormInput<Values>, 'validate'> {
  initialValues: Values
  send: (values: Values) => Promise<Answer>
  onDone: (answer: Answer) => unknown
  onFailed?: (error: ApiError) => void
  /** The form's name for what the server calls so. */
  fieldOf?: (name: string) => string
}

const ownName = (name: string) => name

/** The server's messages under the names of the form; those that have no place in it apart. */
function placed(error: ApiError, values: Base, fieldOf: (name: string) => string) {
  const fields: FormErrors = {}
  const others: string[] = []
  for (const [name, message] of Object.entries(error.fields)) {
    // One entry of a list is told of as `course[2]` or `options.0.text`.
    const found = [name, name.split(/[.[]/)[0] ?? ''].map(fieldOf).find((one) => one in values)
    if (found !== undefined) fields[found] ??= message
    else others.push(message)
  }
  return { fields, others }
}
