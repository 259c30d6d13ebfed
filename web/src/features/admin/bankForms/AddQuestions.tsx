// /admin/questions/add/…: a new question, or up to five on one passage (spec 3 §2).
import { Button, Fieldset, Group, Switch } from '@mantine/core'
import { pick } from 'es-toolkit'
import { Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useParams } from 'react-router'
import { addQuestions, all } from '@/shared/api/queries/bank'
import type { QuestionEntry, QuestionsInput, SubjectYear, TopicCounts } from '@/shared/api/types'
import { bankFormTexts } from '../bank/messages'
import { resourceTexts } from '../messages'
import { adminPaths } from '../paths'
import { useFormField } from '../resource/formContext'
import { type FormModel, RecordForm } from '../resource/RecordForm'
import { type Fields, type Values, valuesOf } from '../resource/values'
import { Entry, Named } from './Entry'
import { FormPage, Preview, Split } from './FormPage'
import {
  audienceFields,
  type EntryNames,
  entryFields,
  lastFields,
  MOST_LINKED,
  passageFields,
  reviewFields,
  reviewNames,
  sectionField,
  titleField,
  universityField,
} from './questionFields'

export function AddQuestions() {
  const { sectionId = all, subjectId = '', yearId = '', topicId = all } = useParams()
  const to = adminPaths.questions(sectionId, subjectId, yearId, topicId)
  return (
    <FormPage
      place={{ subjectId, yearId }}
      title={resourceTexts.add(bankFormTexts.question)}
      list={{ title: bankFormTexts.questions, to }}
      wide
    >
      {(year, topics) => (
        <AddForm key={to} year={year} topics={topics} sectionId={sectionId} list={to} />
      )}
    </FormPage>
  )
}

function AddForm({ year, topics, sectionId, list }: AddFormProps) {
  // Numbered by ids that are never reused, so that inputs stay with their entry.
  const [entries, setEntries] = useState([0])
  const fields: Fields = {
    ...sectionField(topics, sectionId),
    ...titleField(false),
    ...passageFields('passageCheck'),
    ...Object.assign({}, ...entries.map((entry) => entryFields(namesOf(entry)))),
    ...universityField(year),
    ...lastFields('image'),
    ...audienceFields(),
    ...reviewFields(),
  }
  const model: FormModel = {
    fields,
    one: bankFormTexts.question,
    saved: bankFormTexts.added,
    list,
    trivial: ['passageCheck'],
    send: (values, _, key) =>
      addQuestions(String(values.sectionId), bodyOf(year._id, values, entries), key),
    fieldOf: (name) => ownName(name, entries),
    another: {
      label: bankFormTexts.addAndAnother,
      begin: (saved) => {
        setEntries(entries.slice(0, 1))
        return { ...valuesOf(fields, null), ...pick(saved, kept) }
      },
    },
  }
  return (
    <RecordForm model={model} record={null}>
      <LinkedEntries
        fields={fields}
        entries={entries}
        subjectId={year.subject._id}
        namesOf={namesOf}
        onEntries={setEntries}
      />
    </RecordForm>
  )
}

/** What the next question has in common with the one before. */
const kept = [
  'sectionId',
  'passageCheck',
  'passage',
  'group',
  'universities',
  'status',
  'sourceBoard',
  'sourceYear',
  'sourceRights',
]

interface AddFormProps {
  year: SubjectYear
  topics: TopicCounts[]
  sectionId: string
  list: string
}

const namesOf = (entry: number): EntryNames => ({
  question: `questionTitle-${entry}`,
  option: (n) => `option${n}-${entry}`,
  right: `rightAnswer-${entry}`,
  explanation: `answerDesc-${entry}`,
})

/** `questions[1].option2` belongs to the second entry, `option2` to the only one. */
function ownName(name: string, entries: number[]): string {
  const [, at = '0', field = name] = /^questions\[(\d+)\]\.(\w+)$/.exec(name) ?? []
  const own = `${field}-${entries[Number(at)]}`
  return /^(questionTitle|option\d|rightAnswer|answerDesc)$/.test(field) ? own : name
}

function bodyOf(yearId: string, values: Values, entries: number[]): QuestionsInput {
  const { title, passageCheck, passage, group, universities, status, forVisitors, heldBack } =
    values as unknown as QuestionsInput
  const { image, imageName } = values as unknown as QuestionsInput & { imageName?: string }
  return {
    yearId,
    title,
    status,
    forVisitors,
    heldBack,
    universities,
    ...given(values),
    questions: entries.map((entry) => entryOf(values, namesOf(entry))),
    ...(passageCheck && { passageCheck, passage, group }),
    ...(image && { image, imageName }),
  }
}

/** Review and source, as far as they are given. A new question is a draft anyway. */
const given = (values: Values): Partial<QuestionsInput> =>
  Object.fromEntries(
    reviewNames.flatMap((name) =>
      values[name] && values[name] !== 'draft' ? [[name, values[name]]] : [],
    ),
  )

function entryOf(values: Values, names: EntryNames): QuestionEntry {
  const option = (n: number) => String(values[names.option(n)] ?? '')
  return {
    questionTitle: String(values[names.question] ?? ''),
    option1: option(1),
    option2: option(2),
    option3: option(3),
    option4: option(4),
    option5: option(5),
    rightAnswer: values[names.right] as number,
    answerDesc: String(values[names.explanation] ?? ''),
  }
}

/** The form for new questions: one, or several linked by a passage. */
function LinkedEntries(props: LinkedEntriesProps) {
  const { fields, entries, namesOf, onEntries, subjectId } = props
  const words = bankFormTexts
  const { form, value: linked, onChange: link } = useFormField<boolean>('passageCheck')
  const another = useRef<HTMLButtonElement>(null)

  const blank = () => {
    const next = Math.max(...entries) + 1
    form.setValues(valuesOf(entryFields(namesOf(next)), null))
    return next
  }
  const remove = (entry: number) => {
    flushSync(() => {
      form.clearErrors()
      onEntries(entries.filter((one) => one !== entry))
    })
    // The focused button was removed.
    another.current?.focus()
  }
  // Switching linking on or off resets to one blank question (spec 3 §2).
  const turn = (on: boolean) => {
    link(on)
    form.clearErrors()
    onEntries([blank()])
  }

  return (
    <Split
      preview={<Preview entries={entries.map(namesOf)} linked="passageCheck" picture="image" />}
    >
      <Named fields={fields} name="sectionId" />
      <Named fields={fields} name="title" />
      <Switch
        label={words.linked}
        description={words.linkedHint}
        checked={linked}
        onChange={(event) => turn(event.currentTarget.checked)}
      />
      {linked && <Named fields={fields} name="group" />}
      {linked && <Named fields={fields} name="passage" />}
      {entries.map((entry, i) =>
        linked ? (
          <Fieldset key={entry} legend={words.questionNumber(i + 1)}>
            <Entry fields={fields} names={namesOf(entry)} subjectId={subjectId} />
            {i > 0 && (
              <Group justify="flex-end" mt="md">
                <Button
                  variant="subtle"
                  color="red"
                  h="auto"
                  mih={36}
                  styles={{ label: { whiteSpace: 'normal' } }}
                  leftSection={<Trash2 size={16} aria-hidden />}
                  onClick={() => remove(entry)}
                >
                  {words.remove(i + 1)}
                </Button>
              </Group>
            )}
          </Fieldset>
        ) : (
          <Entry key={entry} fields={fields} names={namesOf(entry)} subjectId={subjectId} />
        ),
      )}
      {linked && (
        <Group>
          <Button
            ref={another}
            variant="default"
            leftSection={<Plus size={16} aria-hidden />}
            disabled={entries.length >= MOST_LINKED}
            onClick={() => onEntries([...entries, blank()])}
          >
            {words.another}
          </Button>
        </Group>
      )}
      <Named fields={fields} name="universities" />
      <Named fields={fields} name="image" />
      <Named fields={fields} name="status" />
      <Named fields={fields} name="forVisitors" />
      <Named fields={fields} name="heldBack" />
      {reviewNames.map((name) => (
        <Named key={name} fields={fields} name={name} />
      ))}
    </Split>
  )
}

interface LinkedEntriesProps {
  fields: Fields
  entries: number[]
  subjectId: string
  namesOf: (entry: number) => EntryNames
  onEntries: (entries: number[]) => void
}
