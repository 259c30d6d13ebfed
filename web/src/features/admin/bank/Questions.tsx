// /admin/questions/…: the questions of a section, a topic or a whole year (spec 3 §2).
import { Badge, Button, Drawer, Group, Text } from '@mantine/core'
import { FileUp, FolderInput, Pencil, Plus } from 'lucide-react'
import { type FormEvent, useMemo, useState } from 'react'
import { Link, useLocation, useParams } from 'react-router'
import {
  all,
  type BankPlace,
  changeAllQuestions,
  deleteQuestion,
  questionsQuery,
  updateQuestion,
} from '@/shared/api/queries/bank'
import type { AdminQuestion } from '@/shared/api/types'
import { plural } from '@/shared/i18n/format'
import type { Column } from '@/shared/ui/DataTable'
import { plainText } from '@/shared/ui/plainText'
import { SampleButton } from '../import/fileChoices'
import { adminPaths } from '../paths'
import { Status, textCut } from '../resource/cells'
import type { AnyFilter } from '../resource/defineResource'
import { LinkButton } from '../ui/AppLink'
import { FormDialog } from '../ui/FormDialog'
import { BankList, BankPage, ChangeAllItems, ExportButton, ReviewBadge } from './BankList'
import { BulkDialog, ItemBulk, SectionSelect, useBulk } from './Bulk'
import styles from './bank.module.css'
import { bankListTexts, bulkTexts, drawerTexts, reviewTexts } from './messages'
import { Stem, WholeQuestion } from './Stem'

export function Questions() {
  const { sectionId = all, subjectId = '', yearId = '', topicId = all } = useParams()
  const place = { sectionId, subjectId, yearId, topicId }
  const words = bankListTexts
  return (
    <BankPage
      title={words.questions}
      place={place}
      actions={
        <>
          <SampleButton />
          <ExportButton subjectId={subjectId} yearId={yearId} />
          <LinkButton
            to={adminPaths.questionsImport(sectionId, subjectId, yearId, topicId)}
            icon={FileUp}
          >
            {words.importQuestions}
          </LinkButton>
          <LinkButton
            to={adminPaths.questionAdd(subjectId, yearId, sectionId, topicId)}
            data-do="add"
            fromList
            filled
            icon={Plus}
          >
            {words.addQuestion}
          </LinkButton>
        </>
      }
    >
      {/* Another part of the bank starts on its first page. */}
      <QuestionList key={Object.values(place).join()} place={place} />
    </BankPage>
  )
}

function QuestionList({ place }: { place: BankPlace }) {
  const [shown, setShown] = useState<AdminQuestion | null>(null)
  const words = bankListTexts
  const columns = useMemo(() => columnsNow(setShown), [])
  return (
    <>
      <BankList
        label={words.questions}
        columns={columns}
        query={({ filters, ...ask }) => questionsQuery(place, { ...ask, ...filters })}
        filters={[
          statusFilter(),
          kept('linked', words.linked, words.linkedOnly, words.unlinkedOnly),
          kept('pictured', words.picture, words.picturedOnly, words.unpicturedOnly),
          kept('explained', words.explanation, words.explainedOnly, words.unexplainedOnly),
          reviewFilter(),
          kept('forVisitors', words.visitors, words.visitorsOnly, words.notForVisitors),
          kept('heldBack', words.downloads, words.heldBackOnly, words.notHeldBack),
        ]}
        nameOf={wordsOf}
        editPath={editPath}
        deleteOne={deleteQuestion}
        deleted={words.questionDeleted}
        update={updateQuestion}
        changeAll={({ ask: { filters, ...ask }, ...all }) => (
          <ChangeAllItems
            {...all}
            {...place}
            run={(body, expected) =>
              changeAllQuestions(place, { ...ask, ...filters }, body, expected)
            }
          />
        )}
        bulk={(rows, onDone) => <QuestionBulk rows={rows} place={place} onDone={onDone} />}
      />
      <QuestionDrawer
        question={shown}
        onClose={() => setShown(null)}
        edit={shown && editPath(shown)}
      />
    </>
  )
}

const columnsNow = (onOpen: (question: AdminQuestion) => void): Column<AdminQuestion>[] => [
  {
    key: 'question',
    title: bankListTexts.question,
    main: true,
    sort: 'question',
    render: (row) => (
      <div className={styles.line}>
        <button
          type="button"
          className={styles.open}
          title={wordsOf(row)}
          onClick={() => onOpen(row)}
        >
          <span className={styles.cut}>
            <Stem html={row.question} logo={row.logo} title={row.title} />
          </span>
        </button>
        <Placed of={row} />
      </div>
    ),
  },
  {
    key: 'review',
    title: reviewTexts.title,
    render: (row) => <ReviewBadge of={row} />,
  },
  {
    key: 'linked',
    title: bankListTexts.linked,
    sort: 'group',
    render: (row) => (
      <span className={styles.linked}>
        {row.passageCheck ? bankListTexts.linkedTo(groupOf(row)) : bankListTexts.notLinked}
      </span>
    ),
  },
]

const editPath = ({ _id, subject, year, topic }: AdminQuestion) =>
  adminPaths.questionEdit(subject._id, year._id, _id, topic._id)

/** Where a question is: subject, topic and section. */
function Placed({ of: { subject, topic, section } }: { of: AdminQuestion }) {
  const text = bankListTexts.placed(subject.title, topic.title, section.title)
  return (
    <span className={styles.placed} title={text}>
      {text}
    </span>
  )
}

/** The filter by whether they are in use. */
export const statusFilter = (): AnyFilter => {
  const words = bankListTexts
  return kept('status', words.status, words.activeOnly, words.inactiveOnly)
}

/** The filter by the state of review. */
export const reviewFilter = (): AnyFilter => ({
  name: 'review',
  label: reviewTexts.title,
  options: [
    { value: 'draft', label: reviewTexts.draftsOnly },
    { value: 'checked', label: reviewTexts.checkedOnly },
  ],
})

/** A yes/no filter. */
const kept = (name: string, label: string, yes: string, no: string): AnyFilter => ({
  name,
  label,
  options: [
    { value: 'true', label: yes },
    { value: 'false', label: no },
  ],
})

/** The text of a question; a question with only a picture has none. */
const wordsOf = ({ question, title }: AdminQuestion) =>
  plainText(question) || title || bankListTexts.picture

/** Actions on selected questions: those of all items, and a move to a topic. */
function QuestionBulk({ rows, place, onDone }: QuestionBulkProps) {
  const [asking, setAsking] = useState(false)
  const { bulk, run, stop, close } = useBulk<AdminQuestion>(onDone)
  return (
    <ItemBulk rows={rows} nameOf={plainWordsOf} update={updateQuestion} onDone={onDone}>
      <Button
        size="xs"
        variant="default"
        leftSection={<FolderInput size={16} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        {bulkTexts.move}
      </Button>
      {asking && (
        <MoveDialog
          place={place}
          count={rows.length}
          onClose={() => setAsking(false)}
          onMove={(sectionId) => {
            setAsking(false)
            run(bulkTexts.moving, rows, ({ _id, version }) =>
              updateQuestion(_id, { sectionId, version }),
            )
          }}
        />
      )}
      <BulkDialog bulk={bulk} nameOf={plainWordsOf} onStop={stop} onClose={close} />
    </ItemBulk>
  )
}

interface QuestionBulkProps {
  rows: AdminQuestion[]
  place: BankPlace
  onDone: (left: AdminQuestion[]) => void
}

const plainWordsOf = ({ question, title }: AdminQuestion) => plainText(question) || title

/** Asks for the section, which determines the topic. */
function MoveDialog({ place, count, onClose, onMove }: MoveDialogProps) {
  const [section, setSection] = useState<string | null>(null)
  const [asked, setAsked] = useState(false)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (section) onMove(section)
    else setAsked(true)
  }
  return (
    <FormDialog
      title={bulkTexts.moveTitle}
      submit={bulkTexts.moveNow}
      form={{ props: { onSubmit }, sending: false }}
      onClose={onClose}
    >
      <Text>{plural(bulkTexts.moveHint, count)}</Text>
      <SectionSelect
        label={bulkTexts.moveTo}
        subjectId={place.subjectId}
        yearId={place.yearId}
        value={section}
        onChange={setSection}
        error={asked && !section && bulkTexts.chooseSection}
        data-autofocus
      />
    </FormDialog>
  )
}

interface MoveDialogProps {
  place: BankPlace
  count: number
  onClose: () => void
  onMove: (sectionId: string) => void
}

/** A question of a list, in a drawer. */
function QuestionDrawer({ question, edit, onClose }: QuestionDrawerProps) {
  const { pathname, search } = useLocation()
  return (
    <Drawer
      opened={question !== null}
      onClose={onClose}
      position="right"
      size="lg"
      title={<Text fw={650}>{question?.title || drawerTexts.question}</Text>}
      closeButtonProps={{ 'aria-label': drawerTexts.close }}
    >
      {question && <Body question={question} />}
      {edit && (
        <Group justify="flex-end" mt="lg">
          <Button
            component={Link}
            to={edit}
            state={{ list: pathname + search }}
            leftSection={<Pencil size={16} aria-hidden />}
          >
            {drawerTexts.edit}
          </Button>
        </Group>
      )}
    </Drawer>
  )
}

function Body({ question }: { question: AdminQuestion }) {
  const { topic, section, year, passageCheck, status, university } = question
  return (
    <WholeQuestion
      question={question}
      about={
        <>
          <Status active={status} />
          <ReviewBadge of={question} />
          {passageCheck && (
            <Badge variant="light" tt="none">
              {drawerTexts.linkedTo(groupOf(question))}
            </Badge>
          )}
          <Text c="dimmed" fz="sm">
            {[year.title, topic.title, section.title, ...university.map(({ title }) => title)].join(
              ', ',
            )}
          </Text>
        </>
      }
    />
  )
}

interface QuestionDrawerProps {
  /** Closed if null. */
  question: AdminQuestion | null
  /** The path of its edit form. */
  edit: string | null
  onClose: () => void
}

/** The name of a linked group, or the beginning of its passage. */
export const groupOf = ({ group, passage }: Pick<AdminQuestion, 'group' | 'passage'>) =>
  group?.trim() || textCut(plainText(passage ?? ''), 40)
