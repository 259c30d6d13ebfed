// /admin/questions/edit/…: one question changed (spec 3 §2).

import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { all, bankKey, readQuestion, updateQuestion } from '@/api/queries/bank'
import type { AdminQuestion, QuestionChanges } from '@/api/types'
import { messages } from '../bank/messages'
import { adminPaths } from '../paths'
import type { Row } from '../resource/defineResource'
import { FreshView } from '../resource/FreshView'
import { useFormContext } from '../resource/formContext'
import { messages as kit } from '../resource/messages'
import { type FormModel, RecordForm } from '../resource/RecordForm'
import type { Fields, Values } from '../resource/values'
import { Entry, Named } from './Entry'
import { FormPage } from './FormPage'
import {
  type EntryNames,
  entryFields,
  lastFields,
  numbers,
  passageFields,
  sectionField,
  titleField,
} from './questionFields'

export function EditQuestion() {
  const { subjectId = '', yearId = '', id = '', topicId = all } = useParams()
  const read = async () => rowOf(await readQuestion(subjectId, yearId, id))
  const query = useQuery({ queryKey: [...bankKey, 'question', id], queryFn: read, staleTime: 0 })
  const list = adminPaths.questions(all, subjectId, yearId, topicId)
  return (
    <FormPage
      place={{ subjectId, yearId }}
      title={kit.edit(messages.form.question)}
      list={{ title: messages.form.questions, to: list }}
    >
      {(_, topics) => {
        const fields = {
          ...sectionField(topics),
          ...titleField(),
          ...passageFields('passage_check'),
          ...entryFields(names),
          ...lastFields('logo'),
        }
        const model: FormModel = {
          fields,
          one: messages.form.question,
          saved: messages.form.updated,
          list,
          read,
          send: (body, values) => updateQuestion(id, withOptions(body, values)),
        }
        return (
          <FreshView query={query}>
            {(record) => (
              <RecordForm key={id} model={model} record={record}>
                <Parts fields={fields} />
              </RecordForm>
            )}
          </FreshView>
        )
      }}
    </FormPage>
  )
}

function Parts({ fields }: { fields: Fields }) {
  const { form } = useFormContext()
  const linked = form.values.passage_check === true
  return (
    <Stack gap="lg">
      <Named fields={fields} name="sectionId" />
      <Named fields={fields} name="title" />
      <Named fields={fields} name="passage_check" />
      {linked && <Named fields={fields} name="group" />}
      {linked && <Named fields={fields} name="passage" />}
      <Entry fields={fields} names={names} />
      <Named fields={fields} name="logo" />
      <Named fields={fields} name="status" />
    </Stack>
  )
}

const names: EntryNames = {
  question: 'question',
  option: (n) => `option_${n}`,
  right: 'correct_answer',
  explanation: 'description',
}

/** A question under the names of its form. */
function rowOf({ options, correctAns, passageCheck, ...rest }: AdminQuestion): Row {
  return {
    ...rest,
    passage_check: passageCheck,
    ...Object.fromEntries(numbers.map((n) => [names.option(n), options[n - 1]?.option ?? ''])),
    [names.right]: options.findIndex(({ _id }) => _id === correctAns) + 1,
  }
}

/** Options and key stand for each other: who changes one of them says all. */
function withOptions(body: Values, values: Values): QuestionChanges {
  const all = [...numbers.map(names.option), names.right]
  if (!all.some((name) => name in body)) return body
  return { ...body, ...Object.fromEntries(all.map((name) => [name, values[name]])) }
}
