// The types of a declaration, derived from the API document: its paths determine the rows, the rows
// the columns, and the bodies the fields.
import type { LucideIcon } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import type { ListQuery, ResponseOf } from '@/shared/api/types'
import type { Access } from '../access'
import type { Row } from './defineResource'

/** The paths of an API document, in the form of openapi-typescript. */
export type Document = object

type Answer<Op> = Op extends { responses: infer R }
  ? R extends { 200: { content: { 'application/json': infer A } } }
    ? A
    : R extends { 201: { content: { 'application/json': infer A } } }
      ? A
      : never
  : never

type BodyOf<Op> = Op extends { requestBody?: infer R }
  ? NonNullable<R> extends { content: { 'application/json': infer B } }
    ? B
    : never
  : never

type Operation<A, P, Verb extends string> = P extends keyof A
  ? A[P] extends Record<Verb, infer Op>
    ? Op
    : never
  : never

type Names<A> = keyof A & string

/** The paths that have a method. */
type PathsWith<A, Verb extends string> = {
  [P in Names<A>]: A[P] extends Record<Verb, object> ? P : never
}[Names<A>]

/** The paths that return rows and their total number. */
export type ListPath<A> = {
  [P in PathsWith<A, 'get'>]: Answer<Operation<A, P, 'get'>> extends { total: number } ? P : never
}[PathsWith<A, 'get'>]

/** A list without a parent, for choices. */
type OpenListPath<A> = Exclude<ListPath<A>, `${string}{${string}`>

/** The parameters of a path, by name and in order. */
type Params<P> = P extends `${string}{${infer Name}}${infer Rest}` ? [Name, ...Params<Rest>] : []

type FitsIn<Names, Known> = Names extends [unknown, ...infer Names]
  ? Known extends readonly [unknown, ...infer Known]
    ? FitsIn<Names, Known>
    : false
  : true

/** A path whose parameters can all be filled with known ids, the innermost last. */
export type Filled<P, Known extends readonly string[]> =
  FitsIn<Params<P>, Known> extends true ? P : never

/** A path of one record. */
export type OfRecord<P, Above extends readonly string[]> =
  Params<P> extends [] ? never : Filled<P, [...Above, 'id']>

/** The list path below a parent has its parameter; a top-level one has none. */
export type Below<P, Above extends readonly string[]> = Above extends readonly []
  ? Filled<P, []>
  : Params<P> extends []
    ? never
    : Filled<P, Above>

type Item<T> = { [K in keyof T]: T[K] extends readonly (infer One)[] ? One : never }[keyof T]

/** A row of a list. */
export type RowAt<A, P> = ResponseOf<Item<Answer<Operation<A, P, 'get'>>>>

/** The paths that return one record of this list. */
export type OnePath<A, Row> = {
  [P in PathsWith<A, 'get'>]: Answer<Operation<A, P, 'get'>> extends { data: infer One }
    ? ResponseOf<One> extends Row
      ? P
      : never
    : Answer<Operation<A, P, 'get'>> extends { user: infer One }
      ? ResponseOf<One> extends Row
        ? P
        : never
      : never
}[PathsWith<A, 'get'>]

export type AddPath<A> = PathsWith<A, 'post'>
export type UpdatePath<A> = PathsWith<A, 'put'>
export type DeletePath<A> = PathsWith<A, 'delete'>

/** The body of a form: the add call's or, if nothing can be added, the update's. */
export type InputAt<A, Add, Update> = [Add] extends [never]
  ? ChangeAt<A, Update>
  : [Update] extends [never]
    ? BodyOf<Operation<A, Add, 'post'>>
    : Both<BodyOf<Operation<A, Add, 'post'>>, ChangeAt<A, Update>>

type ChangeAt<A, Update> = Omit<BodyOf<Operation<A, Update, 'put'>>, 'version'>

/** The fields of both or required by a new record, plus further fields of an update. */
type Both<Add, Change> = Omit<Add, Exclude<OptionalKeys<Add>, keyof Change>> &
  Omit<Change, keyof Add>

/** An update must accept what an add accepts, so that one form serves both. */
export type UpdateFor<A, Update, Input> =
  Update extends Names<A>
    ? keyof Input extends keyof BodyOf<Operation<A, Update, 'put'>>
      ? Update
      : never
    : never

type Query<A, P> =
  Operation<A, P, 'get'> extends { parameters: { query?: infer Q } } ? NonNullable<Q> : never

/** The server's filters of a list. */
type FilterName<A, P> = Exclude<keyof Query<A, P> & string, 'page' | 'limit' | 'sort' | 'q'>

type Plain = string | number | null

/** A column shows a field of the row; if it is not plain text, it needs a renderer. */
export type ColumnOf<Row> = {
  [K in keyof Row & string]: {
    name: K
    title: string
    /** Whether the list can be sorted by it. */
    sort?: boolean
    align?: 'left' | 'right'
  } & (Row[K] extends Plain
    ? { cell?: (value: Row[K], row: Row) => ReactNode }
    : { cell: (value: Row[K], row: Row) => ReactNode }) &
    // The text for sorting and searching a whole list, if it is not the value itself.
    (Row[K] extends Plain | boolean
      ? { text?: (value: Row[K]) => string }
      : { text: (value: Row[K]) => string })
}[keyof Row & string]

/** A choice with its label. */
export interface Choice<V = string> {
  value: V
  label: string
}

/** The choices of a filter: fixed, or the rows of another list. */
type FilterOptions<A> = { options: Choice[] } | { of: OpenListPath<A> }

/** A filter that the server applies; two days are a period. */
type ServerFilter<A, L> = { name: FilterName<A, L>; label: string } & (
  | FilterOptions<A>
  | { day: true }
)

/** A filter of a list in the browser. */
type BrowserFilter<A, Row> = {
  name: string
  label: string
  keeps: (row: Row, value: string) => boolean
} & FilterOptions<A>

/** How a list is read: page by page from the server, or whole into the browser. */
export type Reading<A, L, Row> =
  | { whole?: false; filters?: ServerFilter<A, L>[]; searchable?: boolean }
  | { whole: true; filters?: BrowserFilter<A, Row>[]; searchable?: boolean }

type OptionalKeys<T> = { [K in keyof T]-?: undefined extends T[K] ? K : never }[keyof T]

/** Every required field of the server must be declared; optional ones may be. */
export type FieldsOf<A, Input, Row> = {
  [K in Exclude<keyof Input, OptionalKeys<Input>> & string]: FieldOf<A, Input[K], K, Row>
} & { [K in OptionalKeys<Input> & string]?: FieldOf<A, Input[K], K, Row> }

/** The texts of an entity. */
export interface ResourceTexts {
  /** "Category" */
  one: string
  /** "Categories" */
  many: string
  /** A line below the title of the list. */
  about?: string
  /** The add button; "Add category" by default. */
  add?: string
  added?: string
  updated?: string
  deleted?: string
  /** The text of an empty list. */
  empty?: string
  /** The message in addition to those at the fields if a form is not sent. */
  invalid?: string
}

/** The success message of a call is required exactly if there is such a call. */
export type Toast<Name extends string, Path> = [Path] extends [never]
  ? { [N in Name]?: never }
  : { [N in Name]: string }

/** An entity's place in the menu. */
export interface MenuPlace {
  group: 'Catalogue' | 'Content' | 'Site' | 'People' | 'Money'
  icon: LucideIcon
}

/**
 * The addresses of its screens; a pattern contains `:id` for the record, and `:parent` names for
 * its parents.
 */
export interface Screens {
  list: string
  /** `/add` below the list by default. */
  add?: string
  /** A page about one record. If there is one, its name in the list leads there instead of to its form. */
  page?: string
  /** `/edit/:id` below the list by default. */
  edit?: string
}

/** Custom parts of a declaration: instead of the generic screens, or inside them. */
export interface ScreenSlots {
  List?: ComponentType
  Form?: ComponentType<{ id: string | null }>
  /** Buttons above the list, before the add button. */
  Tools?: ComponentType
  /** Beside the edit form. */
  Beside?: ComponentType<{ record: Row }>
  /** Below both. */
  Below?: ComponentType<{ record: Row }>
  /** Above the rows of the list. */
  Above?: ComponentType
  /** A change to all rows that match, below the list. */
  All?: ComponentType<AllRows>
  /** Inside the form, below its fields, with access to `useFormContext`. */
  Inside?: ComponentType
  /** Wraps the add form, if it is not always available. */
  AroundAdd?: ComponentType<{ children: ReactNode }>
  /** Actions on a row that cannot be deleted because other records use it. */
  Instead?: ComponentType<{ row: Row; onDone: () => void }>
}

/** All rows that a list finds. */
export interface AllRows {
  ask: ListQuery
  total: number
  isNarrowed: boolean
  /** The rows are outdated. */
  disabled: boolean
  onDone: () => void
}

/** Who may use a screen or an action; administrators by default. */
export interface AccessRules {
  see?: Access
  add?: Access
}

// The field types of forms, and which of them match a value of the API.

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

interface TextField extends Common<string> {
  kind: 'text' | 'textarea'
  /** Its maximum length, and the message for longer texts. */
  longest?: { characters: number; said: string }
  /** Converts the typed text before it is sent. */
  sent?: (typed: string) => string
}

interface NumberField extends Common<number> {
  kind: 'number'
  min?: number
  max?: number
}

export interface SelectField<V extends string | number> extends Common<V> {
  kind: 'select'
  options: readonly Choice<V>[]
}

interface SwitchField extends Common<boolean> {
  kind: 'switch'
}

/** Whether a record is active, as a boolean. */
interface StatusField extends Common<boolean> {
  kind: 'status'
  words?: false
}

/** Whether a record is active, as one of two words. */
interface StatusWordField extends Common<'Active' | 'InActive'> {
  kind: 'status'
  words: true
}

/** A record of another list. */
interface ReferenceField<Path> extends Common<string> {
  kind: 'reference'
  of: Path
}

/** Any number of records of another list. */
interface ReferencesField<Path> extends Common<string[]> {
  kind: 'references'
  of: Path
}

/** A picture, sent as base64 with its name. */
interface ImageField extends Common<never> {
  kind: 'image'
  /** The message for a file that is not a picture. */
  invalid: string
}

interface RichField extends Common<string> {
  kind: 'rich'
  /** Height of the text area in pixels. */
  height?: number
  /** A short text, such as an option of a question. */
  short?: boolean
  /** If required, whether it must contain text, and not only a picture or a table. */
  needsWords?: boolean
}

/** A date as `YYYY-MM-DD`. Invalid input stays as typed and is not sent. */
interface DateField extends Common<string> {
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
interface SlotField<V, Path> extends Common<V> {
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
type FieldOf<A, Value, Name extends string, Row> = (
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
