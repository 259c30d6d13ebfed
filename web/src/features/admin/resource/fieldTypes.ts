// The field types of forms, and which of them match a value of the API.
import type { ComponentType } from 'react'
import type { Choice, OpenListPath } from './types'

interface Common<V> {
  label: string
  description?: string
  /** Whether it must be filled; `add` only for a new record. */
  required?: boolean | 'add'
  /** The message if it is missing; "… is required" by default. */
  missing?: string
  /** The heading above it, and above the fields that follow it. */
  group?: string
  /** Shares its line with another field, although its type is wide. */
  half?: boolean
  /** Only in one of the two forms. */
  only?: 'add' | 'edit'
  /** The initial value of a new record. */
  initial?: V
  /** Validates its value before it is sent; null if it is valid. */
  check?: (value: unknown, all: Record<string, unknown>) => string | null
  /** Other names that the server uses for it. */
  alias?: readonly string[]
}

export interface TextField extends Common<string> {
  kind: 'text' | 'textarea'
  /** Its maximum length, and the message for longer texts. */
  longest?: { characters: number; said: string }
  /** Converts the typed text before it is sent. */
  sent?: (typed: string) => string
}

export interface NumberField extends Common<number> {
  kind: 'number'
  min?: number
  max?: number
}

export interface SelectField<V extends string | number> extends Common<V> {
  kind: 'select'
  options: readonly Choice<V>[]
}

export interface SwitchField extends Common<boolean> {
  kind: 'switch'
}

/** Whether a record is active, as a boolean. */
export interface StatusField extends Common<boolean> {
  kind: 'status'
  words?: false
}

/** Whether a record is active, as one of two words. */
export interface StatusWordField extends Common<'Active' | 'InActive'> {
  kind: 'status'
  words: true
}

/** A record of another list. */
export interface ReferenceField<Path> extends Common<string> {
  kind: 'reference'
  of: Path
}

/** Any number of records of another list. */
export interface ReferencesField<Path> extends Common<string[]> {
  kind: 'references'
  of: Path
}

/** A picture, sent as base64 with its name. */
export interface ImageField extends Common<never> {
  kind: 'image'
  /** The message for a file that is not a picture. */
  invalid: string
}

export interface RichField extends Common<string> {
  kind: 'rich'
  /** Height of the text area in pixels. */
  height?: number
  /** A short text, such as an option of a question. */
  short?: boolean
  /** If required, whether it must contain text, and not only a picture or a table. */
  needsWords?: boolean
}

/** A date as `YYYY-MM-DD`. Invalid input stays as typed and is not sent. */
export interface DateField extends Common<string> {
  kind: 'date'
  min?: string
  max?: string
}

/** The props of a slot's component. */
export interface SlotProps {
  /** Its name in the form. */
  name: string
  label: string
  description?: string | undefined
  required: boolean
}

/** A custom field; it reads the form with `useFormField`. */
export interface SlotField<V, Path> extends Common<V> {
  kind: 'slot'
  Field: ComponentType<SlotProps>
  /** The list of the records that it refers to, if any. */
  of?: Path
}

type OfText<A, V extends string> = string extends V
  ?
      | TextField
      | RichField
      | ImageField
      | DateField
      | SelectField<string>
      | ReferenceField<OpenListPath<A>>
  : SelectField<V> | ([V] extends ['Active' | 'InActive'] ? StatusWordField : never)

type OfValue<A, V> = [V] extends [boolean]
  ? SwitchField | StatusField
  : [V] extends [number]
    ? NumberField | SelectField<number>
    : [V] extends [readonly string[]]
      ? ReferencesField<OpenListPath<A>>
      : [V] extends [string]
        ? OfText<A, V>
        : never

/**
 * The field types that match a value. If the record has another name for it, or never contains it,
 * the field says so.
 */
export type FieldOf<A, Value, Name extends string, Row> = (
  | OfValue<A, NonNullable<Value>>
  | SlotField<NonNullable<Value>, OpenListPath<A>>
) &
  (Name extends keyof Row
    ? { from?: keyof Row & string }
    : { from: keyof Row & string } | { secret: true })

/** A field of any type, untyped. */
export type AnyField = (
  | TextField
  | NumberField
  | SelectField<string | number>
  | SwitchField
  | StatusField
  | StatusWordField
  | ReferenceField<string>
  | ReferencesField<string>
  | ImageField
  | RichField
  | DateField
  | SlotField<unknown, string>
) & { from?: string; secret?: boolean }
