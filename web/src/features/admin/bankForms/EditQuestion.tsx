// /admin/questions/edit/…: edits a question, and shows its statistics and history (spec 3 §2).

import { Stack, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { addQuestions, all, bankKey, readQuestion, updateQuestion } from '@/shared/api/queries/bank'
import type { AdminQuestion, TopicCounts } from '@/shared/api/types'
import { bankFormTexts, walkTexts } from '../bank/messages'
import { adminPaths } from '../paths'
import { Comments } from '../quality/Comments'
import { CorrectKey } from '../quality/CorrectKey'
import { History } from '../quality/History'
import { Insight } from '../quality/Insight'
import { KeyMove } from '../quality/KeyMove'
import { commentsTexts, insightTexts } from '../quality/messages'
import { QuestionVersions } from '../quality/QuestionVersions'
import { Withdraw } from '../quality/Withdraw'
import type { Row } from '../resource/defineResource'
import { FreshView } from '../resource/FreshView'
import { useFormContext } from '../resource/formContext'
import { resourceTexts } from '../resource/messages'
import { type FormModel, RecordForm } from '../resource/RecordForm'
import type { Fields } from '../resource/values'
import { Entry, Named } from './Entry'
import { FormPage, Split } from './FormPage'
import { movedKey } from './movedKey'
import { Preview } from './Preview'
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
import { asNewQuestion, mergeQuestion, names, rowOf, textsOf, withOptions } from './questionRow'
import { useNeighbours } from './useNeighbours'
import { Walk } from './Walk'

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
