// /admin/theories/…/add and /admin/theories/edit/…: a theory question (spec 3 §2 and §3).
import { Stack, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { pick } from 'es-toolkit'
import { useState } from 'react'
import { useParams } from 'react-router'
import { addTheory, all, bankKey, readTheory, updateTheory } from '@/shared/api/queries/bank'
import type { TheoryInput } from '@/shared/api/types'
import { bankFormTexts } from '../bank/messages'
import { resourceTexts } from '../messages'
import { adminPaths } from '../paths'
import { Comments } from '../quality/Comments'
import { commentsTexts, insightTexts } from '../quality/messages'
import { History, TheoryVersions } from '../quality/Versions'
import { AllFields, FreshView } from '../resource/FormParts'
import { type FormModel, RecordForm } from '../resource/RecordForm'
import { type Fields, valuesOf } from '../resource/values'
import { FormPage, Split, TheoryPreview } from './FormPage'
import {
  lastFields,
  reviewFields,
  sectionField,
  titleField,
  universityField,
} from './questionFields'

export function AddTheory() {
  const { sectionId = all, subjectId = '', yearId = '' } = useParams()
  const to = adminPaths.theories(sectionId, subjectId, yearId)
  return (
    <FormPage
      place={{ subjectId, yearId }}
      title={resourceTexts.add(bankFormTexts.theory)}
      list={{ title: bankFormTexts.theories, to }}
      wide
    >
      {(year, topics) => {
        const fields = {
          ...sectionField(topics, sectionId),
          ...theoryFields(),
          ...universityField(year),
        }
        const model: FormModel = {
          fields,
          one: bankFormTexts.theory,
          saved: bankFormTexts.theoryAdded,
          invalid: (names) => bankFormTexts.theoryMissing(names.join(', ')),
          list: to,
          another: {
            label: bankFormTexts.addAndAnother,
            begin: (saved) => ({ ...valuesOf(fields, null), ...pick(saved, kept) }),
          },
          // The form validates required fields.
          send: (body, _, key) => addTheory({ ...(body as TheoryInput), subjectId, yearId }, key),
        }
        return (
          <RecordForm key={to} model={model} record={null}>
            <TheoryParts fields={fields} />
          </RecordForm>
        )
      }}
    </FormPage>
  )
}

/** What the next theory question has in common with the one before. */
const kept = ['sectionId', 'universities', 'status']

export function EditTheory() {
  const { subjectId = '', yearId = '', id = '' } = useParams()
  const read = () => readTheory(subjectId, yearId, id)
  const query = useQuery({ queryKey: [...bankKey, 'theory', id], queryFn: read, staleTime: 0 })
  const to = adminPaths.theories(all, subjectId, yearId)
  const sectionId = query.data?.section._id
  const [tab, setTab] = useState<string | null>('theory')
  // The form is reset when a version is restored.
  const [round, setRound] = useState(0)
  const model: FormModel = {
    fields: theoryFields(),
    one: bankFormTexts.theory,
    saved: bankFormTexts.theoryUpdated,
    list: to,
    read,
    send: (body) => updateTheory(id, body),
    addAsNew: sectionId
      ? {
          send: (body, _, key) =>
            addTheory(
              { ...(body as Omit<TheoryInput, 'sectionId'>), sectionId, subjectId, yearId },
              key,
            ),
          saved: bankFormTexts.theoryAdded,
        }
      : undefined,
  }
  return (
    <FormPage
      place={{ subjectId, yearId }}
      title={resourceTexts.edit(bankFormTexts.theory)}
      list={{ title: bankFormTexts.theories, to }}
      wide
    >
      {() => (
        <Tabs value={tab} onChange={setTab} keepMounted>
          <Tabs.List mb="md" aria-label={insightTexts.tabs}>
            <Tabs.Tab value="theory">{bankFormTexts.theory}</Tabs.Tab>
            <Tabs.Tab value="comments">{commentsTexts.title}</Tabs.Tab>
            <Tabs.Tab value="history">{insightTexts.history}</Tabs.Tab>
          </Tabs.List>
          {/* The form stays mounted while other tabs are open. */}
          <Tabs.Panel value="theory" inert={tab !== 'theory'}>
            <FreshView query={query}>
              {(record) => (
                <RecordForm key={`${id} ${round}`} model={model} record={record}>
                  <TheoryParts fields={model.fields} />
                </RecordForm>
              )}
            </FreshView>
          </Tabs.Panel>
          <Tabs.Panel value="comments">
            {tab === 'comments' && <Comments kind="theories" id={id} />}
          </Tabs.Panel>
          <Tabs.Panel value="history">
            {tab === 'history' && (
              <Stack gap="lg">
                <History entity="theory" id={id} />
                {query.data && (
                  <TheoryVersions theory={query.data} onRestored={() => setRound((n) => n + 1)} />
                )}
              </Stack>
            )}
          </Tabs.Panel>
        </Tabs>
      )}
    </FormPage>
  )
}

function TheoryParts({ fields }: { fields: Fields }) {
  return (
    <Split preview={<TheoryPreview />}>
      <AllFields fields={fields} />
    </Split>
  )
}

function theoryFields(): Fields {
  const words = bankFormTexts
  return {
    ...titleField(true),
    question: { kind: 'rich', label: words.question, required: true },
    description: { kind: 'rich', label: words.answer, required: true },
    detailed_answer: { kind: 'rich', label: words.detailedAnswer, required: true },
    ...lastFields('logo'),
    ...reviewFields(),
  }
}
