// Declares an entity of the back-office: from one typed description come its menu entry, its
// addresses, its list, its form and its delete dialogue.
import type { ReactNode } from 'react'
import type { paths } from '@/api/schema'
import type { AnyField } from './fieldTypes'
import type {
  AddPath,
  Choice,
  ColumnOf,
  DeletePath,
  Document,
  FieldsOf,
  InputAt,
  ListPath,
  MenuPlace,
  OnePath,
  Reading,
  ResourceTexts,
  RowAt,
  ScreenSlots,
  Screens,
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
  keeps?: (row: Row, value: string) => boolean
}

/** An entity as the machine sees it. */
export interface Resource {
  name: string
  screens: Required<Screens>
  slots: ScreenSlots
  calls: { list: string; one: string; add?: string; update?: string; delete?: string }
  texts: ResourceTexts
  menu: MenuPlace
  /** What a row is called, where a person has to tell it from others. */
  title: (row: Row) => string
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
    L extends ListPath<A>,
    O extends OnePath<A, RowAt<A, L>>,
    N extends AddPath<A> = never,
    U extends UpdatePath<A> = never,
    D extends DeletePath<A> = never,
  >(definition: Definition<A, L, O, N, U, D>): Resource {
    const { screen, slots, searchable, whole, filters, sort, limits, ...rest } =
      // Checked above, where the types are known; the machine works on any entity.
      definition as unknown as Loose
    const { list, add = `${list}/add`, edit = `${list}/edit/:id` } = screen
    return {
      ...rest,
      screens: { list, add, edit },
      slots: slots ?? {},
      searchable: searchable ?? true,
      whole: whole ?? false,
      filters: filters ?? [],
      sort: sort ?? '',
      limits: limits ?? [10, 20, 30, 40],
    }
  }
}

/** Declares an entity of Sabi's API. */
export const defineResource = resourcesOf<paths>()

interface Loose extends Omit<Resource, 'screens' | 'slots' | Defaulted> {
  screen: Screens
  slots?: ScreenSlots
  searchable?: boolean
  whole?: boolean
  filters?: AnyFilter[]
  sort?: string
  limits?: number[]
}

type Defaulted = 'searchable' | 'whole' | 'filters' | 'sort' | 'limits'

/** What is said of an entity. Its paths come first: all else is checked against them. */
type Definition<A, L, O, N, U, D> = {
  /** Unique among the entities. */
  name: string
  calls: {
    /** Answers with the rows. */
    list: L
    /** Answers with one record. */
    one: O
    /** Left out where none can be added. */
    add?: N
    /** Left out where none can be changed. */
    update?: U & UpdateFor<A, U, InputAt<A, N, U>>
    /** Left out where none can be deleted. */
    delete?: D
  }
  screen: Screens
  /** Screens of its own, where those of the kit do not fit. */
  slots?: ScreenSlots
  menu: MenuPlace
  texts: ResourceTexts
  title: (row: RowAt<A, L>) => string
  columns: ColumnOf<RowAt<A, L>>[]
  /** In the order of the form. */
  fields: FieldsOf<A, InputAt<A, N, U>, RowAt<A, L>>
  /** The order that the list begins in: `field` or `-field`; the server's own without. */
  sort?: `${'' | '-'}${keyof RowAt<A, L> & string}`
  /** Page sizes to choose from, the first at first. */
  limits?: number[]
} & Reading<A, L, RowAt<A, L>>
