// Declares an entity of the back office. Its menu entry, addresses, list, form and delete dialog
// are derived from one typed description.
import type { ReactNode } from 'react'
import type { paths } from '@/shared/api/schema'
import type { User } from '@/shared/api/types'
import { pageSizes } from '@/shared/ui/paging'
import type {
  AccessRules,
  AddPath,
  AnyField,
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

/** A record, untyped. */
export type Row = { _id: string; version?: number } & Record<string, unknown>

/** A column, untyped. */
export interface AnyColumn {
  name: string
  title: string
  sort?: boolean
  align?: 'left' | 'right'
  cell?: (value: unknown, row: Row) => ReactNode
  text?: (value: unknown) => string
}

/** A filter, untyped. */
export interface AnyFilter {
  name: string
  label: string
  options?: Choice[]
  /** The list that provides the choices. */
  of?: string
  /** The text while nothing is chosen; "…: all" by default. */
  placeholder?: string
  /** Whether it is a date. */
  day?: boolean
  keeps?: (row: Row, value: string) => boolean
}

/** The parent of an entity: its list shows the rows of one parent record. */
export interface Parent {
  of: Resource
  /** The field of a new record that refers to the parent. */
  field?: string
}

/** An entity, untyped. */
export interface Resource<
  Name extends string = string,
  Above extends readonly string[] = readonly string[],
> {
  name: Name
  parent: Parent | null
  /** The names of all ancestors, the direct parent last. */
  above: Above
  /** The ids of the ancestors, once they are known (`placed`). */
  at: string[]
  screens: Required<Omit<Screens, 'page'>> & Pick<Screens, 'page'>
  slots: ScreenSlots
  calls: { list: string; one: string; add?: string; update?: string; delete?: string }
  texts: ResourceTexts
  /** Null below a parent: it is reached from the parent's rows. */
  menu: MenuPlace | null
  access: AccessRules
  /** Whether the list has an add button. */
  addButton: boolean
  /** The name of a row for people. */
  title: (row: Row) => string
  /** Whether this user may delete this row. */
  mayDelete: (row: Row, user: User | null) => boolean
  /** Whether this user may change this row; otherwise its form is read-only. */
  mayChange: (row: Row, user: User | null) => boolean
  columns: AnyColumn[]
  fields: Record<string, AnyField>
  whole: boolean
  searchable: boolean
  filters: AnyFilter[]
  sort: string
  limits: number[]
}

/** `defineResource` for another API document than Sabi's, for tests. */
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
      // Checked above, where the types are known; from here on any entity is handled alike.
      definition as unknown as Loose<Name>
    const { access, addButton, mayDelete, mayChange, ...rest } = more
    const { list, add = `${list}/add`, edit = `${list}/edit/:id`, page } = screen
    return {
      ...rest,
      parent: parent ?? null,
      above: (parent ? [...parent.of.above, parent.of.name] : []) as unknown as AboveOf<Up>,
      at: [],
      menu: menu ?? null,
      screens: { list, add, edit, ...(page && { page }) },
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

/** The names of all ancestors below this parent. */
type AboveOf<Up> =
  Up extends Resource<infer Name, infer More extends readonly string[]>
    ? readonly [...More, Name]
    : readonly []

/** The declaration of an entity. Its paths come first: everything else is checked against them. */
type Definition<A, Name, L, O, N, U, D, Up, F extends string> = {
  /** Unique among all entities. */
  name: Name
  /**
   * The parameters of each path are filled with the ids of the ancestors and, last, of the record.
   */
  calls: {
    /** Returns the rows. */
    list: L & Below<L, AboveOf<Up>>
    /** Returns one record. */
    one: O & OfRecord<O, AboveOf<Up>>
    /** Omitted if records cannot be added. */
    add?: N & Filled<N, AboveOf<Up>>
    /** Omitted if records cannot be changed. */
    update?: U & UpdateFor<A, U, InputAt<A, N, U>> & OfRecord<U, AboveOf<Up>>
    /** Omitted if records cannot be deleted. */
    delete?: D & OfRecord<D, AboveOf<Up>>
  }
  screen: Screens
  /** Custom screens that replace the generic ones. */
  slots?: ScreenSlots
  access?: AccessRules
  /** `false` if the list has no button for the add form. */
  addButton?: false
  texts: ResourceTexts & Toast<'added', N> & Toast<'updated', U> & Toast<'deleted', D>
  title: (row: RowAt<A, L>) => string
  mayDelete?: (row: RowAt<A, L>, user: User | null) => boolean
  mayChange?: (row: RowAt<A, L>, user: User | null) => boolean
  columns: ColumnOf<RowAt<A, L>>[]
  /** In the order of the form. */
  fields: FieldsOf<A, Omit<InputAt<A, N, U>, F>, RowAt<A, L>>
  /** The initial sort order: `field` or `-field`; the server's default if omitted. */
  sort?: `${'' | '-'}${keyof RowAt<A, L> & string}`
  /** The page sizes to choose from; the first is the default. */
  limits?: number[]
} & Reading<A, L, RowAt<A, L>> &
  MenuOrParent<Up, F & keyof InputAt<A, N, U>>

/** In the menu, or below the rows of a parent. */
type MenuOrParent<Up, F> = [Up] extends [null]
  ? { menu: MenuPlace; parent?: never }
  : { parent: { of: Up; field?: F }; menu?: never }
