// The types of direct calls to the server: each path has the answer that the API document gives it.
import type { components, paths } from '../src/shared/api/schema'

/** A record of the API document. */
export type Schema = components['schemas']

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

type Path = keyof paths & `/api/v1${string}`
/** The segments of a path; a parameter is any text. */
type Segments<P extends string> = P extends `${infer First}/${infer Rest}`
  ? [Segment<First>, ...Segments<Rest>]
  : [Segment<P>]
type Segment<Part extends string> = Part extends `{${string}}` ? string : Part
type Bare<At extends string> = At extends `${infer Before}?${string}` ? Before : At
type Full<At extends string> = `/api/v1${Bare<At>}`
/** The path of the document that has this address; an exact one comes before one with parameters. */
type PathOf<At extends string> =
  Full<At> extends Path
    ? Full<At>
    : { [P in Path]: Segments<Full<At>> extends Segments<P> ? P : never }[Path]

type Json<Operation> = Operation extends { responses: infer Responses }
  ? {
      [Status in keyof Responses & (200 | 201)]: Responses[Status] extends {
        content: { 'application/json': infer Body }
      }
        ? Body
        : never
    }[keyof Responses & (200 | 201)]
  : never
type AnswerOf<P extends Path, M extends Method> = P extends Path
  ? Json<paths[P][Lowercase<M>]>
  : never

/** What the server answers to a call of this method at this address below `/api/v1`. */
export type Answer<At extends string, M extends Method = 'GET'> = AnswerOf<PathOf<At>, M>

export type Init<M extends Method> = { method?: M; json?: unknown }

/** Calls the API as a logged-in account; an answer that is no success is an error. */
export type Call = <const At extends string, M extends Method = 'GET'>(
  at: At,
  init?: Init<M>,
) => Promise<Answer<At, M>>

/** The first of the list that passes; an error if none does. */
export function findIn<T>(list: readonly T[], passes: (one: T) => unknown): T {
  const found = list.find(passes)
  if (found === undefined) throw new Error(`none of ${JSON.stringify(list)} passes ${passes}`)
  return found
}
