// /admin/questions/edit/…: edits a question, and shows its statistics and history (spec 3 §2).
import { Button, Group, Stack, Tabs, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Link, matchPath, Navigate, useLocation, useParams } from 'react-router'
import {
  addQuestions,
  all,
  type BankPlace,
  bankKey,
  questionFilters,
  questionsQuery,
  readQuestion,
  updateQuestion,
} from '@/shared/api/queries/bank'
import type { AdminQuestion, PageQuery, TopicCounts } from '@/shared/api/types'
import { formatNumber } from '@/shared/i18n/format'
import { QueryView } from '@/shared/lazy/QueryView'
import { Page } from '@/shared/ui/Page'
import { natural, pageSizes } from '@/shared/ui/paging'
import { bankFormTexts, walkTexts } from '../bank/messages'
import { type QuestionTrail, shownIn } from '../bank/trail'
import { resourceTexts } from '../messages'
import { adminPaths } from '../paths'
import { Comments } from '../quality/Comments'
import { CorrectKey, KeyMove, Withdraw } from '../quality/CorrectKey'
import { Insight } from '../quality/Insight'
import { commentsTexts, insightTexts } from '../quality/messages'
import { History, QuestionVersions } from '../quality/Versions'
import type { Row } from '../resource/defineResource'
import { FreshView } from '../resource/FormParts'
import { useFormContext } from '../resource/formContext'
import { type FormModel, RecordForm } from '../resource/RecordForm'
import { rowsPerPage } from '../resource/useRows'
import type { Fields } from '../resource/values'
import { listOf } from '../ui/AppLink'
import styles from './bankForms.module.css'
import { Entry, Named } from './Entry'
import { FormPage, Preview, Split } from './FormPage'
import {
  audienceFields,
  entryFields,
  lastFields,
  passageFields,
  reviewFields,
  reviewNames,
  sectionField,
  titleField,
} from './questionFields'
import {
  asNewQuestion,
  mergeQuestion,
  movedKey,
  names,
  rowOf,
  textsOf,
  withOptions,
} from './questionRow'

export function EditQuestion() {
  const { subjectId = '', yearId = '', id = '', topicId = all } = useParams()
  const neighbours = useNeighbours(id, { subjectId, yearId, topicId })
  return (
    <FormPage
      place={{ subjectId, yearId }}
      title={resourceTexts.edit(bankFormTexts.question)}
      list={{
        title: bankFormTexts.questions,
        to: adminPaths.questions(all, subjectId, yearId, topicId),
      }}
      wide
    >
      {(_, topics) => (
        <>
          <Walk neighbours={neighbours} />
          <Desk
            key={id}
            place={{ subjectId, yearId, topicId, id }}
            topics={topics}
            next={neighbours?.after ?? null}
          />
        </>
      )}
    </FormPage>
  )
}

function Desk({ place, topics, next }: DeskProps) {
  const { subjectId, yearId, topicId, id } = place
  const [tab, setTab] = useState<string | null>('question')
  // The form is reset whenever the question has a new version.
  const [round, setRound] = useState(0)
  const readOne = () => readQuestion(subjectId, yearId, id)
  const query = useQuery({ queryKey: [...bankKey, 'question', id], queryFn: readOne, staleTime: 0 })
  const fields = {
    ...sectionField(topics),
    ...titleField(false),
    ...passageFields('passage_check'),
    ...entryFields(names),
    ...lastFields('logo'),
    ...audienceFields(),
    ...reviewFields(),
  }
  const model: FormModel = {
    fields,
    one: bankFormTexts.question,
    saved: bankFormTexts.updated,
    list: adminPaths.questions(all, subjectId, yearId, topicId),
    next: next && { ...next, label: walkTexts.saveAndNext },
    read: async () => rowOf(await readOne()),
    merge: mergeQuestion,
    send: (body, values) => updateQuestion(id, withOptions(body, values)),
    addAsNew: {
      send: (body, values, key) =>
        addQuestions(String(values.sectionId), asNewQuestion(body, query.data), key),
      saved: bankFormTexts.added,
    },
    first: (values, record) => {
      const { options, correctAns } = record as Row & AdminQuestion
      const right = values[names.right] as number | null
      const option = movedKey({ options, correctAns }, textsOf(values), right)
      return option === null ? null : (ways) => <KeyMove question={id} option={option} {...ways} />
    },
  }
  const words = insightTexts
  return (
    <Tabs value={tab} onChange={setTab} keepMounted>
      <Tabs.List mb="md" aria-label={words.tabs}>
        <Tabs.Tab value="question">{words.question}</Tabs.Tab>
        <Tabs.Tab value="answers">{words.answers}</Tabs.Tab>
        <Tabs.Tab value="comments">{commentsTexts.title}</Tabs.Tab>
        <Tabs.Tab value="history">{words.history}</Tabs.Tab>
      </Tabs.List>
      {/* The form stays mounted while other tabs are open. */}
      <Tabs.Panel value="question" inert={tab !== 'question'}>
        <FreshView query={query}>
          {(question) => (
            <RecordForm key={round} model={model} record={rowOf(question)}>
              <Parts
                fields={fields}
                question={question}
                onCorrected={() => setRound((n) => n + 1)}
              />
            </RecordForm>
          )}
        </FreshView>
      </Tabs.Panel>
      <Tabs.Panel value="answers">{tab === 'answers' && <Insight id={id} />}</Tabs.Panel>
      <Tabs.Panel value="comments">
        {tab === 'comments' && <Comments kind="questions" id={id} />}
      </Tabs.Panel>
      <Tabs.Panel value="history">
        {tab === 'history' && (
          <Stack gap="lg">
            <History entity="question" id={id} />
            {query.data && (
              <QuestionVersions question={query.data} onRestored={() => setRound((n) => n + 1)} />
            )}
          </Stack>
        )}
      </Tabs.Panel>
    </Tabs>
  )
}

interface DeskProps {
  place: { subjectId: string; yearId: string; topicId: string; id: string }
  topics: TopicCounts[]
  /** The next question of the list. */
  next: { to: string; state: unknown } | null
}

function Parts({ fields, question, onCorrected }: PartsProps) {
  const { form } = useFormContext()
  const linked = form.values.passage_check === true
  return (
    <Split preview={<Preview entries={[names]} linked="passage_check" picture="logo" />}>
      {/* The content comes first, its place in the bank after it. */}
      {linked && <Named fields={fields} name="passage" />}
      <Entry
        fields={fields}
        names={names}
        subjectId={question.subject._id}
        questionId={question._id}
      />
      <CorrectKey question={question} onCorrected={onCorrected} />
      <Withdraw question={question} onDone={onCorrected} />
      <Named fields={fields} name="sectionId" />
      <Named fields={fields} name="title" />
      <Named fields={fields} name="passage_check" />
      {linked && <Named fields={fields} name="group" />}
      <Named fields={fields} name="logo" />
      <Named fields={fields} name="status" />
      <Named fields={fields} name="forVisitors" />
      <Named fields={fields} name="heldBack" />
      {reviewNames.map((name) => (
        <Named key={name} fields={fields} name={name} />
      ))}
    </Split>
  )
}

interface PartsProps {
  fields: Fields
  question: AdminQuestion
  onCorrected: () => void
}

/** Links to the previous and next question. */
function Walk({ neighbours }: { neighbours: Neighbours | null }) {
  if (neighbours === null) return null
  const { position, total, before, after } = neighbours
  return (
    <nav aria-label={walkTexts.label} className={styles.walk}>
      <Text fz="sm" c="dimmed">
        {walkTexts.position(formatNumber(position), formatNumber(total))}
      </Text>
      <Group gap="xs">
        <Way
          way={before}
          does="before"
          label={walkTexts.before}
          icon={<ChevronLeft size={18} aria-hidden />}
          side="leftSection"
        />
        <Way
          way={after}
          does="after"
          label={walkTexts.after}
          icon={<ChevronRight size={18} aria-hidden />}
          side="rightSection"
        />
      </Group>
    </nav>
  )
}

/** The shortcuts that press them (`shortcuts/listKeys.ts`). */
const pressedBy = { before: '[', after: ']' }

function Way({ way, does, label, icon, side }: WayProps) {
  const look = { size: 'xs', variant: 'default', [side]: icon } as const
  const press = { 'data-do': does, 'aria-keyshortcuts': pressedBy[does] }
  return way ? (
    <Button component={Link} to={way.to} state={way.state} {...press} {...look}>
      {label}
    </Button>
  ) : (
    <Button disabled {...look}>
      {label}
    </Button>
  )
}

interface WayProps {
  /** Null at either end. */
  way: Neighbour | null
  does: keyof typeof pressedBy
  label: string
  icon: React.ReactNode
  side: 'leftSection' | 'rightSection'
}

// The questions before and after one, in the list or among the shown questions that the link
// remembers.

/** Without a remembered list, at most this many questions of the topic are searched. */
const LOOKED_THROUGH = 200

interface Neighbour {
  to: string
  /** The remembered part of the list, or the questions that were shown. */
  state: { list: string } | QuestionTrail | null
}

interface Neighbours {
  /** Counted from 1. */
  position: number
  total: number
  before: Neighbour | null
  after: Neighbour | null
}

/**
 * Null until they are known, if the list no longer contains the question, and for a list that is not
 * one of questions.
 */
function useNeighbours(id: string, around: Omit<BankPlace, 'sectionId'>): Neighbours | null {
  const { state } = useLocation()
  const known = among(id, shownIn(state))
  const path = listOf(state)
  const list = path === undefined ? null : questionsAt(path)
  const isOtherList = path !== undefined && list === null
  const { place, ask } = list ?? {
    place: { ...around, sectionId: all },
    ask: { page: 1, limit: LOOKED_THROUGH },
  }
  const { page, limit } = ask
  const here = useQuery({ ...questionsQuery(place, ask), enabled: known === null && !isOtherList })
  const rows = here.data?.data ?? []
  const total = here.data?.total ?? 0
  const at = here.isPlaceholderData ? -1 : rows.findIndex(({ _id }) => _id === id)
  const isFirst = at === 0 && page > 1
  const isLast = at !== -1 && at === rows.length - 1 && page * limit < total
  const earlier = useQuery({
    ...questionsQuery(place, { ...ask, page: page - 1 }),
    enabled: isFirst,
  })
  const later = useQuery({ ...questionsQuery(place, { ...ask, page: page + 1 }), enabled: isLast })
  if (known) return known
  if (at === -1 || isOtherList) return null

  const way = (question: AdminQuestion | undefined, onPage: number): Neighbour | null =>
    question
      ? {
          to: adminPaths.questionEdit(
            question.subject._id,
            question.year._id,
            question._id,
            question.topic._id,
          ),
          state: list && { list: list.at(onPage) },
        }
      : null
  return {
    position: (page - 1) * limit + at + 1,
    total,
    before: isFirst ? way(earlier.data?.data.at(-1), page - 1) : way(rows[at - 1], page),
    after: isLast ? way(later.data?.data[0], page + 1) : way(rows[at + 1], page),
  }
}

/** The position of a question among the remembered ones, anywhere in the bank. */
function among(id: string, state: QuestionTrail | null): Neighbours | null {
  const at = state?.ids.indexOf(id) ?? -1
  if (state === null || at === -1) return null
  const way = (to: string | undefined): Neighbour | null =>
    to === undefined ? null : { to: adminPaths.question(to), state }
  return {
    position: at + 1,
    total: state.ids.length,
    before: way(state.ids[at - 1]),
    after: way(state.ids[at + 1]),
  }
}

/** The list of questions at a path, and the part of it that is shown. */
function questionsAt(path: string) {
  const { pathname, searchParams } = new URL(path, window.location.origin)
  const pattern = adminPaths.questions(':sectionId', ':subjectId', ':yearId', ':topicId')
  const params = matchPath(pattern, pathname)?.params
  if (!params) return null
  const { sectionId = all, subjectId = '', yearId = '', topicId = all } = params
  const ask: PageQuery = {
    page: natural(searchParams.get('page'), 1),
    limit: rowsPerPage(searchParams.get('limit'), pageSizes),
    sort: searchParams.get('sort') ?? undefined,
    q: searchParams.get('q') ?? undefined,
    ...Object.fromEntries(
      questionFilters.flatMap((name) => {
        const value = searchParams.get(name)
        return value ? [[name, value]] : []
      }),
    ),
  }
  return {
    place: { sectionId, subjectId, yearId, topicId },
    ask,
    at: (page: number) => {
      const next = new URLSearchParams(searchParams)
      next.set('page', String(page))
      return `${pathname}?${next}`
    },
  }
}

/** /admin/questions/{id}: redirects to the edit form of a question anywhere in the bank. */
export function OpenQuestion() {
  const { id = '' } = useParams()
  const { state } = useLocation()
  const query = useQuery({
    queryKey: [...bankKey, 'where', id],
    // The id alone identifies it.
    queryFn: () => readQuestion(all, all, id),
  })
  return (
    <Page title={bankFormTexts.question}>
      <QueryView query={query}>
        {({ _id, subject, year, topic }) => (
          <Navigate
            replace
            to={adminPaths.questionEdit(subject._id, year._id, _id, topic._id)}
            state={state}
          />
        )}
      </QueryView>
    </Page>
  )
}
