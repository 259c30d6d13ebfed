// The types of a declaration, derived from the API document: its paths determine the rows, the rows
// the columns, and the bodies the fields.
import type { LucideIcon } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import type { Sent } from '@/shared/api/types'
import type { Access } from '../access'
import type { ListAsk } from './calls'
import type { Row } from './defineResource'
import type { FieldOf, SlotProps } from './fieldTypes'

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
export type OpenListPath<A> = Exclude<ListPath<A>, `${string}{${string}`>

/** The parameters of a path, by name and in order. */
export type Params<P> = P extends `${string}{${infer Name}}${infer Rest}`
  ? [Name, ...Params<Rest>]
  : []

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
export type RowAt<A, P> = Sent<Item<Answer<Operation<A, P, 'get'>>>>

/** The paths that return one record of this list. */
export type OnePath<A, Row> = {
  [P in PathsWith<A, 'get'>]: Answer<Operation<A, P, 'get'>> extends { data: infer One }
    ? Sent<One> extends Row
      ? P
      : never
    : Answer<Operation<A, P, 'get'>> extends { user: infer One }
      ? Sent<One> extends Row
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
export type FilterName<A, P> = Exclude<keyof Query<A, P> & string, 'page' | 'limit' | 'sort' | 'q'>

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
export type FilterOptions<A> = { options: Choice[] } | { of: OpenListPath<A> }

/** A filter that the server applies; two days are a period. */
export type ServerFilter<A, L> = { name: FilterName<A, L>; label: string } & (
  | FilterOptions<A>
  | { day: true }
)

/** A filter of a list in the browser. */
export type BrowserFilter<A, Row> = {
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

/** Custom parts of a declaration: instead of the kit's screens, or inside them. */
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
  ask: ListAsk
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

export type { FieldOf, SlotProps }
