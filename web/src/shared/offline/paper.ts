// Draws the paper of a test without internet, by the server's rules (core/src/bank/paper): the order
// of the bank, linked groups whole, topics and sections, limits. Pure, except for the order that chance
// decides. cases.json holds both sides to the same results.
import { shuffle } from 'es-toolkit'
import { plainText } from '@/shared/ui/plainText'

/** A question as drawing sees it. */
export interface DrawnFrom {
  id: string
  topic: string
  section: string
  /** The questions of a pack with the same one are asked together. */
  group: string | null
}

/** The questions in use of one subject and year, in the order of the bank. */
export interface Pool<Question extends DrawnFrom = DrawnFrom> {
  subject: string
  year: number
  questions: readonly Question[]
}

/** The paper that is asked for. */
export interface Blueprint {
  /** Ids, in the order of the paper. */
  subjects: readonly string[]
  /** `mistakes` draws from those of `only`, the newest year first. */
  source: 'year' | 'mistakes'
  /** Null for all years. */
  year: number | null
  /** The most questions of a subject; null for all. */
  limit: number | null
  /** Ids of topics and sections; none for all. */
  chosen: readonly string[]
  /** Only these questions; null for all. */
  only: readonly string[] | null
  /** The most questions of the whole paper, on a trial; its packs have nothing but its sample. */
  most: number | null
  /** Whether groups and single questions change places. */
  isShuffled: boolean
}

/** The questions of one subject, in the order of the paper. */
export interface Part<Question extends DrawnFrom = DrawnFrom> {
  subject: string
  questions: Question[]
}

/** Questions that are taken or left together: one, or those of a group. */
type Unit<Question> = Question[]

/** Draws a paper. What the pools lack is missing from it; a subject without questions has none. */
export function draw<Question extends DrawnFrom>(
  pools: readonly Pool<Question>[],
  blueprint: Blueprint,
): Part<Question>[] {
  const { subjects, limit, most } = blueprint
  const offers = subjects.map((subject) => {
    const all = offered(pools, subject, blueprint)
    // On a trial chance decides about the order alone: each start shows the same questions.
    const mayShuffle = blueprint.isShuffled && !isSample(blueprint)
    const units = mayShuffle ? shuffle(all) : all
    const size = units.flat().length
    return { subject, units, wanted: Math.min(limit ?? size, size) }
  })
  const wants = offers.map(({ wanted }) => wanted)
  const shares = most === null ? wants : spread(most, wants)
  return offers.map(({ subject, units }, place) => {
    const taken = fitInto(units, shares[place] ?? 0)
    const isLate = blueprint.isShuffled && isSample(blueprint)
    return { subject, questions: (isLate ? shuffle(taken) : taken).flat() }
  })
}

const isSample = ({ most, source }: Blueprint) => most !== null && source === 'year'

/** The units of a subject that the blueprint admits, year after year. */
function offered<Question extends DrawnFrom>(
  pools: readonly Pool<Question>[],
  subject: string,
  blueprint: Blueprint,
): Unit<Question>[] {
  const { year } = blueprint
  const own = pools.filter(
    (pool) => pool.subject === subject && (year === null || pool.year === year),
  )
  return [...own].sort((a, b) => b.year - a.year).flatMap((pool) => unitsOf(pool, blueprint))
}

/**
 * The units of a pool, in the order of the bank. A group stands where its first open question stands;
 * one question of a topic that was chosen brings in the others of its group.
 */
function unitsOf<Question extends DrawnFrom>(
  { questions }: Pool<Question>,
  { only, chosen }: Blueprint,
): Unit<Question>[] {
  const open = only === null ? null : new Set(only)
  const wanted = new Set(chosen)
  const units = new Map<string, Unit<Question>>()
  for (const question of questions) {
    if (open !== null && !open.has(question.id)) continue
    const key = question.group ? `group ${question.group}` : `question ${question.id}`
    const unit = units.get(key)
    if (unit) unit.push(question)
    else units.set(key, [question])
  }
  const isChosen = ({ topic, section }: Question) => wanted.has(topic) || wanted.has(section)
  return [...units.values()].filter((unit) => wanted.size === 0 || unit.some(isChosen))
}

/**
 * The units, in their order, that fit into `limit`. A group that does not fit is left out; where nothing
 * else fills the limit, the first such group is cut at it.
 */
function fitInto<Question>(units: Unit<Question>[], limit: number): Unit<Question>[] {
  let left = limit
  const taken = units.map((unit) => {
    const count = unit.length <= left ? unit.length : 0
    left -= count
    return count
  })
  const first = taken.indexOf(0)
  // Whatever was left out is longer than what is left, so one cut fills it.
  if (first >= 0) taken[first] = left
  return units.map((unit, place) => unit.slice(0, taken[place])).filter((unit) => unit.length > 0)
}

/**
 * Splits `most` as evenly as possible; no share exceeds its entry in `wants`. What one entry leaves goes to
 * the others, and a remainder to the first of them.
 */
export function spread(most: number, wants: readonly number[]): number[] {
  const shares = wants.map(() => 0)
  let left = Math.min(
    most,
    wants.reduce((sum, one) => sum + one, 0),
  )
  while (left > 0) {
    const hungry = wants.flatMap((want, place) => ((shares[place] ?? 0) < want ? [place] : []))
    const each = Math.max(1, Math.floor(left / hungry.length))
    for (const place of hungry) {
      const share = shares[place] ?? 0
      const more = Math.min(each, (wants[place] ?? 0) - share, left)
      shares[place] = share + more
      left -= more
    }
  }
  return shares
}

/** Questions of a session of today. */
export const SESSION = 20
/** Questions of one topic in it, so that a session is varied. */
const MOST_OF_TOPIC = 8

/**
 * The session of today: the first of those that are due (most urgent first), at most 8 of a topic, in
 * the order of the subjects. `most` is the number of questions of a trial.
 */
export function drawToday<Question extends DrawnFrom>(
  pools: readonly Pool<Question>[],
  due: readonly string[],
  most: number | null,
): Part<Question>[] {
  const known = new Map(
    pools.flatMap(({ subject, questions }) =>
      questions.map((question) => [question.id, { subject, question }] as const),
    ),
  )
  const ofTopic = new Map<string, number>()
  const session = [...new Set(due)]
    .flatMap((id) => known.get(id) ?? [])
    .filter(({ question: { topic } }) => {
      const count = (ofTopic.get(topic) ?? 0) + 1
      ofTopic.set(topic, count)
      return count <= MOST_OF_TOPIC
    })
    .slice(0, Math.min(SESSION, most ?? SESSION))
  const subjects = [...new Set(pools.map(({ subject }) => subject))]
  return subjects
    .map((subject) => ({
      subject,
      questions: session.flatMap((one) => (one.subject === subject ? [one.question] : [])),
    }))
    .filter(({ questions }) => questions.length > 0)
}

/**
 * The options in the order shown. "All of the above" and its like stay last; where an option names
 * others by letter ("A and B", "C only") all stay where they are, since the letters belong to places.
 */
export function orderOptions<Option extends { option: string }>(
  options: readonly Option[],
): Option[] {
  const { stay, last } = placesOf(options.map(({ option }) => option))
  if (stay) return [...options]
  const isLast = (_: Option, place: number) => last.includes(place)
  const free = options.filter((one, place) => !isLast(one, place))
  return [...shuffle(free), ...options.filter(isLast)]
}

/** Whether options stay where they are, and the places of those that stay last. */
export function placesOf(options: readonly string[]): { stay: boolean; last: number[] } {
  const references = options.map(referenceOf)
  const stay = references.includes('letters')
  const last = references.flatMap((one, place) => (one === 'sums-up' && !stay ? [place] : []))
  return { stay, last }
}

/** Bytes; longer options speak for themselves. */
const LONGEST = 160

/** What an option says of the others (core/src/bank/references.rs). */
function referenceOf(option: string): 'letters' | 'sums-up' | null {
  if (new TextEncoder().encode(option).length > LONGEST) return null
  const text = plainText(option).toLowerCase()
  const words = text.split(/[^\p{Alphabetic}\p{N}&]+/u).filter(Boolean)
  if (namesLetters(words)) return 'letters'
  return sumsUp(words, text) ? 'sums-up' : null
}

const set = (words: string) => new Set(words.split(' '))
const letters = set('a b c d e')
const nouns = set('option options answer answers choice choices alternative alternatives')
const joins = set(
  'and or nor & only except but not above below option options answer answers choice choices',
)
const fillers = set(
  'both either neither all none of the is are correct right true false wrong incorrect same as',
)
const plain = set('all none no of the are is given listed correct right true wrong false')
const sums = set('all none any both either neither some')

/** "A and B", "Both A & C are correct", "All except C", "B and C above", "A, B", "Options A and B". */
function namesLetters(words: readonly string[]): boolean {
  const [first = '', second = ''] = words
  const named = words.filter((word) => letters.has(word)).length
  const joined = words.filter((word) => joins.has(word)).length
  if (words.every((word) => letters.has(word) || joins.has(word) || fillers.has(word))) {
    // "A correct answer" has an article, and no letter.
    const isArticle =
      named === 1 && first === 'a' && words.length > 1 && second !== 'only' && second !== 'is'
    return named > 1 || (named === 1 && joined > 0 && !isArticle)
  }
  if (['both', 'either', 'neither'].includes(first) && words.length > 2 && letters.has(second)) {
    return words.slice(2).some((word) => letters.has(word) && word !== second)
  }
  const [, , third = '', fourth = ''] = words
  return (
    ['option', 'options', 'answer', 'answers'].includes(first) &&
    ['and', 'or', '&'].includes(third) &&
    letters.has(second) &&
    letters.has(fourth)
  )
}

/** "All of the above", "None of these", "Both of the options", "All the options are correct", "None". */
function sumsUp(words: readonly string[], text: string): boolean {
  const [first = ''] = words
  const last = words.at(-1) ?? ''
  if (words.length === 1) return first === 'all' || first === 'none'
  const isPlain = (word: string) => plain.has(word) || nouns.has(word)
  if (
    ['all', 'none', 'no'].includes(first) &&
    words.some((word) => nouns.has(word)) &&
    words.every(isPlain)
  ) {
    return true
  }
  return (
    words.length > 1 &&
    sums.has(first) &&
    (['above', 'these', 'them', 'options'].includes(last) ||
      text.includes('of the above') ||
      text.includes('of the options'))
  )
}
