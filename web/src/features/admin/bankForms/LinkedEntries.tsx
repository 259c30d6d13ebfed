// The form for new questions: one, or several linked by a passage.
import { Button, Fieldset, Group, Switch } from '@mantine/core'
import { Plus, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { bankFormTexts } from '../bank/messages'
import { useFormField } from '../resource/formContext'
import { type Fields, valuesOf } from '../resource/values'
import { Entry, Named } from './Entry'
import { Split } from './FormPage'
import { Preview } from './Preview'
import { type EntryNames, entryFields, MOST_LINKED, reviewNames } from './questionFields'

export function LinkedEntries(props: LinkedEntriesProps) {
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
