// What a declaration may say, worked out from the API document: its paths decide the rows, the
// rows decide the columns, and the bodies decide the fields.
import type { LucideIcon } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import type { Sent } from '@/api/types'
import type { Access } from '../access'
import type { Row } from './defineResource'
import type { FieldOf, SlotProps } from './fieldTypes'

/** The paths of an API document, as openapi-typescript writes them. */
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

/** The paths that answer to a verb. */
type PathsWith<A, Verb extends string> = {
  [P in Names<A>]: A[P] extends Record<Verb, object> ? P : never
}[Names<A>]

/** The paths that answer with rows and how many there are in all. */
export type ListPath<A> = {
  [P in PathsWith<A, 'get'>]: Answer<Operation<A, P, 'get'>> extends { total: number } ? P : never
}[PathsWith<A, 'get'>]

/** A list that needs no parent: one to choose from. */
export type OpenListPath<A> = Exclude<ListPath<A>, `${string}{${string}`>

/** A path's parameters, by name and in order. */
export type Params<P> = P extends `${string}{${infer Name}}${infer Rest}`
  ? [Name, ...Params<Rest>]
  : []

type FitsIn<Names, Known> = Names extends [unknown, ...infer Names]
  ? Known extends readonly [unknown, ...infer Known]
    ? FitsIn<Names, Known>
    : false
  : true

/** A path all of whose parameters can be filled with what is known, the innermost last. */
export type Filled<P, Known extends readonly string[]> =
  FitsIn<Params<P>, Known> extends true ? P : never

/** A path that names one record. */
export type OfRecord<P, Above extends readonly string[]> =
  Params<P> extends [] ? never : Filled<P, [...Above, 'id']>

/** The list below a parent names it; one of everything names none. */
export type Below<P, Above extends readonly string[]> = Above extends readonly []
  ? Filled<P, []>
  : Params<P> extends []
    ? never
    : Filled<P, Above>

type Item<T> = { [K in keyof T]: T[K] extends readonly (infer One)[] ? One : never }[keyof T]

/** A row of a list. */
export type RowAt<A, P> = Sent<Item<Answer<Operation<A, P, 'get'>>>>

/** The paths that answer with one record of this list. */
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

/** What a form may send: what an add takes or, where nothing is added, a change. */
export type InputAt<A, Add, Update> = [Add] extends [never]
  ? ChangeAt<A, Update>
  : [Update] extends [never]
    ? BodyOf<Operation<A, Add, 'post'>>
    : Both<BodyOf<Operation<A, Add, 'post'>>, ChangeAt<A, Update>>

type ChangeAt<A, Update> = Omit<BodyOf<Operation<A, Update, 'put'>>, 'version'>

/** What both take or a new record needs, and what a change takes beyond it. */
type Both<Add, Change> = Omit<Add, Exclude<OptionalKeys<Add>, keyof Change>> &
  Omit<Change, keyof Add>

/** A change must take what an add takes, so that one form serves both. */
export type UpdateFor<A, Update, Input> =
  Update extends Names<A>
    ? keyof Input extends keyof BodyOf<Operation<A, Update, 'put'>>
      ? Update
      : never
    : never

type Query<A, P> =
  Operation<A, P, 'get'> extends { parameters: { query?: infer Q } } ? NonNullable<Q> : never

/** What a list can be narrowed by on the server. */
export type FilterName<A, P> = Exclude<keyof Query<A, P> & string, 'page' | 'limit' | 'sort' | 'q'>

type Plain = string | number | null

/** A column shows a field of the row; one that is no plain text says how. */
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
    // What a list that is read whole is sorted and searched by, where it is not the value itself.
    (Row[K] extends Plain | boolean
      ? { text?: (value: Row[K]) => string }
      : { text: (value: Row[K]) => string })
}[keyof Row & string]

/** Something to choose from, under the word for it. */
export interface Choice<V = string> {
  value: V
  label: string
}

/** A choice above a list: fixed words, or the rows of another list. */
export type FilterOptions<A> = { options: Choice[] } | { of: OpenListPath<A> }

export type ServerFilter<A, L> = { name: FilterName<A, L>; label: string } & FilterOptions<A>

/** A filter of a list that is read whole. */
export type BrowserFilter<A, Row> = {
  name: string
  label: string
  keeps: (row: Row, value: string) => boolean
} & FilterOptions<A>

/** How a list is read: page by page from the server, or whole and then kept in the browser. */
export type Reading<A, L, Row> =
  | { whole?: false; filters?: ServerFilter<A, L>[]; searchable?: boolean }
  | { whole: true; filters?: BrowserFilter<A, Row>[]; searchable?: boolean }

type OptionalKeys<T> = { [K in keyof T]-?: undefined extends T[K] ? K : never }[keyof T]

/** Every field that the server needs has to be declared; those that it can do without may be. */
export type FieldsOf<A, Input, Row> = {
  [K in Exclude<keyof Input, OptionalKeys<Input>> & string]: FieldOf<A, Input[K], K, Row>
} & { [K in OptionalKeys<Input> & string]?: FieldOf<A, Input[K], K, Row> }

/** The words of an entity. */
export interface ResourceTexts {
  /** "Category" */
  one: string
  /** "Categories" */
  many: string
  /** A line below the title of the list. */
  about?: string
  /** The button that leads to the form of a new one; "Add category" unless given. */
  add?: string
  added?: string
  updated?: string
  deleted?: string
  /** What an empty list says. */
  empty?: string
  /** Said beside the messages at the fields when a form is not sent. */
  invalid?: string
}

/** What a call says once it is done is said where there is such a call, and nowhere else. */
export type Toast<Name extends string, Path> = [Path] extends [never]
  ? { [N in Name]?: never }
  : { [N in Name]: string }

/** Where an entity stands in the menu. */
export interface MenuPlace {
  group: 'Catalogue' | 'Content' | 'Site' | 'People' | 'Money'
  icon: LucideIcon
}

/** The addresses of its screens; a pattern names the record `:id`, and a parent by the parent's name. */
export interface Screens {
  list: string
  /** `/add` below the list unless given. */
  add?: string
  /** `/edit/:id` below the list unless given. */
  edit?: string
}

/** What a declaration may bring itself: in the place of the kit's screens, or as a part of them. */
export interface ScreenSlots {
  List?: ComponentType
  Form?: ComponentType<{ id: string | null }>
  /** Buttons above the list, before the one that adds. */
  Tools?: ComponentType
  /** At the side of the form of a record that is there. */
  Beside?: ComponentType<{ record: Row }>
  /** Below both. */
  Below?: ComponentType<{ record: Row }>
  /** Above the rows of the list. */
  Above?: ComponentType
  /** Inside the form, below its fields, whose values `useFormContext` knows. */
  Inside?: ComponentType
  /** Around the form of a new record, where it is not always offered. */
  AroundAdd?: ComponentType<{ children: ReactNode }>
  /** What can be done with a row that cannot be deleted because other records use it. */
  Instead?: ComponentType<{ row: Row; onDone: () => void }>
}

/** Who a screen, or a thing that is done on it, is for; administrators unless said otherwise. */
export interface AccessRules {
  see?: Access
  add?: Access
}

export type { FieldOf, SlotProps }
