// The fields of a form, and which of them suits a value of the API.
import type { ComponentType } from 'react'
import type { Choice, OpenListPath } from './types'

interface Common<V> {
  label: string
  description?: string
  /** Whether the form is not sent without it; `add` where only a new record needs it. */
  required?: boolean | 'add'
  /** What is said where it is missing; "… is required" unless given. */
  missing?: string
  /** Shares its line with another, though its kind is a wide one. */
  half?: boolean
  /** Where it stands in one of the two forms alone. */
  only?: 'add' | 'edit'
  /** What a new record begins with. */
  initial?: V
  /** What is wrong with its value, checked before it is sent; null where nothing is. */
  check?: (value: unknown, all: Record<string, unknown>) => string | null
  /** Other names under which the server may speak of it. */
  alias?: readonly string[]
}

export interface TextField extends Common<string> {
  kind: 'text' | 'textarea'
  /** The most characters that it may have, and what is said of more. */
  longest?: { characters: number; said: string }
  /** What is sent of what was typed; all of it unless given. */
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

/** Whether a record is shown, as a flag. */
export interface StatusField extends Common<boolean> {
  kind: 'status'
  words?: false
}

/** Whether a record is shown, as one of the two words. */
export interface StatusWordField extends Common<'Active' | 'InActive'> {
  kind: 'status'
  words: true
}

/** One record of another list. */
export interface ReferenceField<Path> extends Common<string> {
  kind: 'reference'
  of: Path
}

/** Any number of records of another list. */
export interface ReferencesField<Path> extends Common<string[]> {
  kind: 'references'
  of: Path
}

/** A picture, sent as base64 beside its name. */
export interface ImageField extends Common<never> {
  kind: 'image'
  /** What is said of a file that is no picture. */
  invalid: string
}

export interface RichField extends Common<string> {
  kind: 'rich'
  /** Height of the writing area in pixels. */
  height?: number
  /** A line or two, such as an option of a question. */
  short?: boolean
  /** Where it is required, whether a picture or a table without words is too little. */
  needsWords?: boolean
}

/** A day, as `YYYY-MM-DD`; what cannot be read stays as it was typed and is not sent. */
export interface DateField extends Common<string> {
  kind: 'date'
  min?: string
  max?: string
}

/** What the component of a slot is given. */
export interface SlotProps {
  /** Its name in the form. */
  name: string
  label: string
  description?: string | undefined
  required: boolean
}

/** A field that shows itself; it finds the form by `useFormField`. */
export interface SlotField<V, Path> extends Common<V> {
  kind: 'slot'
  Field: ComponentType<SlotProps>
  /** The list whose records its value names, if any. */
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

/** The fields that suit a value; where the record calls it otherwise or never tells it, it says so. */
export type FieldOf<A, Value, Name extends string, Row> = (
  | OfValue<A, NonNullable<Value>>
  | SlotField<NonNullable<Value>, OpenListPath<A>>
) &
  (Name extends keyof Row
    ? { from?: keyof Row & string }
    : { from: keyof Row & string } | { secret: true })

/** A field of any kind, as the machine sees it. */
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
