// The context of a form's fields: its values, and the record that it changes.
import type { UseFormReturnType } from '@mantine/form'
import { createContext, useContext } from 'react'
import type { Row } from './defineResource'
import type { Values } from './values'

interface FormContext {
  form: UseFormReturnType<Values>
  /** Null while a record is added. */
  record: Row | null
}

export const RecordFormContext = createContext<FormContext | null>(null)

/** The form that contains a field. */
export function useFormContext(): FormContext {
  const context = useContext(RecordFormContext)
  if (!context) throw new Error('a field stands in a form')
  return context
}

/** One field of the form: its value, its error, and its setter. */
export function useFormField<Value>(name: string) {
  const { form, record } = useFormContext()
  return {
    form,
    record,
    value: form.values[name] as Value,
    error: form.errors[name],
    onChange: (value: Value) => form.setFieldValue(name, value),
  }
}

/**
 * Properties of a required field, for eye and assistive technology. The HTML attribute `required`
 * is not among them: browsers would mark the empty field as wrong before it was sent.
 */
export const required = (is = true) => ({ withAsterisk: is, 'aria-required': is })
