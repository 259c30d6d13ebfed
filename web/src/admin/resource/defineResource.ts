// Declares an entity of the back-office: from one typed description come its menu entry, its
// addresses, its list, its form and its delete dialogue.

import type { ReactNode } from 'react'
import type { paths } from '@/api/schema'
import type { User } from '@/api/types'
import { pageSizes } from '@/ui/paging'
import type { AnyField } from './fieldTypes'
import type {
  AccessRules,
  AddPath,
  Below,
  Choice,
  ColumnOf,
  DeletePath,
  Document,
  FieldsOf,
  Filled,
  InputAt,
  ListPath,
  MenuPlace,
  OfRecord,
  OnePath,
  Reading,
  ResourceTexts,
  RowAt,
  ScreenSlots,
  Screens,
  Toast,
  UpdateFor,
  UpdatePath,
} from './types'

/** A record as the machine sees it. */
export type Row = { _id: string; version?: number } & Record<string, unknown>

/** A column as the machine sees it. */
export interface AnyColumn {
  name: string
  title: string
  sort?: boolean
  align?: 'left' | 'right'
  cell?: (value: unknown, row: Row) => ReactNode
  text?: (value: unknown) => string
}

/** A filter as the machine sees it. */
export interface AnyFilter {
  name: string
  label: string
  options?: Choice[]
  /** The list whose rows are the choices. */
  of?: string
  /** What it says while nothing is chosen; "…: all" unless given. */
  placeholder?: string
  /** It is a day. */
  day?: boolean
  keeps?: (row: Row, value: string) => boolean
}

/** What an entity lies below: its list shows the rows of one record of the parent. */
export interface Parent {
  of: Resource
  /** The field of a new record's body that names the parent. */
  field?: string
}

/** An entity as the machine sees it. */
export interface Resource<
  Name extends string = string,
  Above extends readonly string[] = readonly string[],
> {
  name: Name
  parent: Parent | null
  /** The names of all that it lies below, the parent last. */
  above: Above
  /** The ids of those, once it is known below which (`placed`). */
  at: string[]
  screens: Required<Screens>
  slots: ScreenSlots
  calls: { list: string; one: string; add?: string; update?: string; delete?: string }
  texts: ResourceTexts
  /** None below a parent: it is reached from the parent's rows. */
  menu: MenuPlace | null
  access: AccessRules
  /** Whether the list leads to the form that adds one. */
  addButton: boolean
  /** What a row is called, where a person has to tell it from others. */
  title: (row: Row) => string
  /** Whether this person may delete this row. */
  mayDelete: (row: Row, user: User | null) => boolean
  /** Whether this person may change this row; else its form is only read. */
  mayChange: (row: Row, user: User | null) => boolean
  columns: AnyColumn[]
  fields: Record<string, AnyField>
  whole: boolean
  searchable: boolean
  filters: AnyFilter[]
  sort: string
  limits: number[]
}

/** `defineResource` for another document than Sabi's own. */
export function resourcesOf<A extends Document>() {
  return function define<
    const Name extends string,
    L extends ListPath<A>,
    O extends OnePath<A, RowAt<A, L>>,
    N extends AddPath<A> = never,
    U extends UpdatePath<A> = never,
    D extends DeletePath<A> = never,
    Up extends Resource | null = null,
    F extends string = never,
  >(definition: Definition<A, Name, L, O, N, U, D, Up, F>): Resource<Name, AboveOf<Up>> {
    const { screen, parent, menu, slots, searchable, whole, filters, sort, limits, ...more } =
      // Checked above, where the types are known; the machine works on any entity.
      definition as unknown as Loose<Name>
    const { access, addButton, mayDelete, mayChange, ...rest } = more
    const { list, add = `${list}/add`, edit = `${list}/edit/:id` } = screen
    return {
      ...rest,
      parent: parent ?? null,
      above: (parent ? [...parent.of.above, parent.of.name] : []) as unknown as AboveOf<Up>,
      at: [],
      menu: menu ?? null,
      screens: { list, add, edit },
      slots: slots ?? {},
      access: access ?? {},
      addButton: addButton ?? true,
      mayDelete: mayDelete ?? (() => true),
      mayChange: mayChange ?? (() => true),
      searchable: searchable ?? true,
      whole: whole ?? false,
      filters: filters ?? [],
      sort: sort ?? '',
      limits: limits ?? pageSizes,
    }
  }
}

/** Declares an entity of Sabi's API. */
export const defineResource = resourcesOf<paths>()

interface Loose<Name extends string> extends Omit<Resource<Name>, Derived | Defaulted> {
  screen: Screens
  parent?: Parent
  menu?: MenuPlace
  slots?: ScreenSlots
  access?: AccessRules
  addButton?: boolean
  mayDelete?: (row: Row, user: User | null) => boolean
  mayChange?: (row: Row, user: User | null) => boolean
  searchable?: boolean
  whole?: boolean
  filters?: AnyFilter[]
  sort?: string
  limits?: number[]
}

type Derived = 'screens' | 'above' | 'at'
type Defaulted =
  | 'slots'
  | 'access'
  | 'addButton'
  | 'mayDelete'
  | 'mayChange'
  | 'parent'
  | 'menu'
  | 'searchable'
  | 'whole'
  | 'filters'
  | 'sort'
  | 'limits'

/** The names of all that lies above what has this parent. */
type AboveOf<Up> =
  Up extends Resource<infer Name, infer More extends readonly string[]>
    ? readonly [...More, Name]
    : readonly []

/** What is said of an entity. Its paths come first: all else is checked against them. */
type Definition<A, Name, L, O, N, U, D, Up, F extends string> = {
  /** Unique among the entities. */
  name: Name
  /** Each path's parameters are filled with the ids of the parents and, last, of the record. */
  calls: {
    /** Answers with the rows. */
    list: L & Below<L, AboveOf<Up>>
    /** Answers with one record. */
    one: O & OfRecord<O, AboveOf<Up>>
    /** Left out where none can be added. */
    add?: N & Filled<N, AboveOf<Up>>
    /** Left out where none can be changed. */
    update?: U & UpdateFor<A, U, InputAt<A, N, U>> & OfRecord<U, AboveOf<Up>>
    /** Left out where none can be deleted. */
    delete?: D & OfRecord<D, AboveOf<Up>>
  }
  screen: Screens
  /** Screens of its own, where those of the kit do not fit. */
  slots?: ScreenSlots
  access?: AccessRules
  /** `false` where the form is there, and the list does not lead to it. */
  addButton?: false
  texts: ResourceTexts & Toast<'added', N> & Toast<'updated', U> & Toast<'deleted', D>
  title: (row: RowAt<A, L>) => string
  mayDelete?: (row: RowAt<A, L>, user: User | null) => boolean
  mayChange?: (row: RowAt<A, L>, user: User | null) => boolean
  columns: ColumnOf<RowAt<A, L>>[]
  /** In the order of the form. */
  fields: FieldsOf<A, Omit<InputAt<A, N, U>, F>, RowAt<A, L>>
  /** The order that the list begins in: `field` or `-field`; the server's own without. */
  sort?: `${'' | '-'}${keyof RowAt<A, L> & string}`
  /** Page sizes to choose from, the first at first. */
  limits?: number[]
} & Reading<A, L, RowAt<A, L>> &
  Standing<Up, F & keyof InputAt<A, N, U>>

/** In the menu, or below the rows of a parent. */
type Standing<Up, F> = [Up] extends [null]
  ? { menu: MenuPlace; parent?: never }
  : { parent: { of: Up; field?: F }; menu?: never }
