// The bank of an exam on one screen: subjects down, years across, with the number of questions in
// each. A press opens a year, or begins one that is missing.
import {
  Button,
  Checkbox,
  Group,
  SegmentedControl,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarPlus, FileDown, FolderInput, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { ApiError, toApiError } from '@/shared/api/errors'
import {
  addSubjectYear,
  all,
  bankGridQuery,
  bankKey,
  deleteSubjectYear,
  lastYears,
  subjectYearQuery,
  updateSubjectYear,
} from '@/shared/api/queries/bank'
import { readExport } from '@/shared/api/queries/bankFiles'
import type { BankOfExam, BankOfSubject, BankOfYear } from '@/shared/api/types'
import { postUtme } from '@/shared/exams/exams'
import { formatNumber, plural } from '@/shared/i18n/format'
import { QueryView } from '@/shared/lazy/QueryView'
import { notify } from '@/shared/ui/notify'
import { Panel } from '@/shared/ui/Page'
import { saveFile } from '@/shared/ui/share'
import { BulkDialog, StatusBulk, useBulk } from '../bank/Bulk'
import styles from '../bank/bank.module.css'
import { bankGridTexts, yearTexts } from '../bank/messages'
import { adminPaths } from '../paths'
import { useDeletion } from '../ui/useDeletion'
import { type Cell, cellOf, columnsOf, matching } from './grid'
import { AddYears, MoveYears } from './YearDialogs'

export function BankGrid() {
  return <QueryView query={useQuery(bankGridQuery)}>{(exams) => <Exams exams={exams} />}</QueryView>
}

function Exams({ exams }: { exams: BankOfExam[] }) {
  const [params, setParams] = useSearchParams()
  const shown = exams.find(({ exam }) => exam.slug === params.get('exam')) ?? exams[0]
  if (!shown) return null
  const choose = (slug: string) =>
    setParams(
      (old) => {
        old.set('exam', slug)
        return old
      },
      { replace: true },
    )
  return (
    <Stack>
      <div className={styles.exams}>
        <SegmentedControl
          aria-label={bankGridTexts.exam}
          value={shown.exam.slug}
          onChange={choose}
          data={exams.map(({ exam }) => ({ value: exam.slug, label: exam.title }))}
        />
      </div>
      <Grid key={shown.exam._id} bank={shown} />
    </Stack>
  )
}

function Grid({ bank }: { bank: BankOfExam }) {
  const [typed, setTyped] = useState('')
  const [adding, setAdding] = useState(false)
  const [choosing, setChoosing] = useState(false)
  const chosen = useChosenYears()
  const years = columnsOf(bank, lastYears())
  const subjects = matching(bank.subjects, typed)
  return (
    <Panel>
      <Group mb="md" align="end" justify="space-between">
        <TextInput
          type="search"
          label={bankGridTexts.search}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Group>
          <Switch
            label={bankGridTexts.select}
            checked={choosing}
            onChange={(event) => {
              setChoosing(event.currentTarget.checked)
              chosen.clear()
            }}
          />
          <Button
            variant="default"
            leftSection={<CalendarPlus size={18} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            {bankGridTexts.addYears}
          </Button>
        </Group>
      </Group>
      {choosing && <Actions bank={bank} chosen={chosen} />}
      {subjects.length === 0 ? (
        <Text c="dimmed">{bankGridTexts.nothing}</Text>
      ) : (
        <section
          className={styles.scroll}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard
          tabIndex={0}
          aria-label={bankGridTexts.caption(bank.exam.title)}
        >
          <table className={styles.grid}>
            <thead>
              <tr>
                <th scope="col">{bankGridTexts.subject}</th>
                {years.map((year) => (
                  <th key={year} scope="col">
                    {year}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {subjects.map((subject) => {
                const cells = years.map((year) => cellOf(subject, year))
                return (
                  <tr key={subject._id}>
                    <th scope="row">
                      {choosing ? (
                        <Checkbox
                          label={subject.title}
                          aria-label={bankGridTexts.selectSubject(subject.title)}
                          checked={subject.years.length > 0 && chosen.hasAll(subject.years)}
                          disabled={subject.years.length === 0}
                          onChange={(event) =>
                            chosen.turn(subject.years, event.currentTarget.checked)
                          }
                        />
                      ) : (
                        subject.title
                      )}
                      <HeldBack subject={subject} />
                    </th>
                    {cells.map((cell) => (
                      <td key={cell.year}>
                        {choosing ? <Choice cell={cell} chosen={chosen} /> : <Way cell={cell} />}
                      </td>
                    ))}
                  </tr>
                )
              })}
            </tbody>
          </table>
        </section>
      )}
      {adding && <AddYears subjects={subjects} onClose={() => setAdding(false)} />}
    </Panel>
  )
}

/** How many questions of a subject are kept for mocks, and whether they fill one. */
function HeldBack({ subject: { heldBack, mockQuestions } }: { subject: BankOfSubject }) {
  if (heldBack === 0) return null
  const held = formatNumber(heldBack)
  const isEnough = heldBack >= mockQuestions
  return (
    <Text size="xs" fw={400} c={isEnough ? 'dimmed' : 'var(--mantine-color-orange-text)'}>
      {isEnough
        ? bankGridTexts.heldBack(held)
        : bankGridTexts.tooFewHeldBack(held, formatNumber(mockQuestions))}
    </Text>
  )
}

/** A link to the questions of a year, or a button that begins it. */
function Way({ cell: { subject, year, found } }: { cell: Cell }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const open = (id: string) => adminPaths.questions(all, subject._id, id, all)
  const adding = useMutation({
    mutationFn: () => addSubjectYear({ subject: subject._id, year, university: [], status: false }),
    onSuccess: ({ user }) => {
      notify.success(bankGridTexts.added(subject.title, year))
      void client.invalidateQueries({ queryKey: bankKey })
      void navigate(open(user._id))
    },
    onError: (thrown) => notify.error(toApiError(thrown).errMessage),
  })
  if (!found) {
    return (
      <button
        type="button"
        className={styles.missing}
        aria-label={bankGridTexts.add(subject.title, year)}
        disabled={adding.isPending}
        onClick={() => adding.mutate()}
      >
        <Plus size={14} aria-hidden />
      </button>
    )
  }
  const count = found.questions + found.theories
  return (
    <Link
      to={open(found._id)}
      className={styles.year}
      data-active={found.status}
      data-empty={count === 0 || undefined}
      aria-label={`${bankGridTexts.cell(subject.title, year)}: ${formatNumber(count)}, ${found.status ? bankGridTexts.active : bankGridTexts.inactive}`}
    >
      {formatNumber(count)}
    </Link>
  )
}

function Choice({ cell: { subject, year, found }, chosen }: { cell: Cell; chosen: Chosen }) {
  if (!found) return null
  return (
    <Checkbox
      className={styles.choice}
      aria-label={bankGridTexts.selectCell(subject.title, year)}
      checked={chosen.hasAll([found])}
      onChange={(event) => chosen.turn([found], event.currentTarget.checked)}
    />
  )
}

/** What can be done with the selected years. */
function Actions({ bank, chosen }: { bank: BankOfExam; chosen: Chosen }) {
  const client = useQueryClient()
  const rows = bank.subjects.flatMap(({ title, years }) =>
    years.filter((year) => chosen.hasAll([year])).map((year) => ({ ...year, title })),
  )
  const nameOf = ({ title, year }: { title: string; year: number }) =>
    bankGridTexts.cell(title, year)
  const exporting = useBulk<(typeof rows)[number]>(() => undefined)
  /** The universities of a POST UTME year, each of which has a bank of its own. */
  const universitiesOf = async (yearId: string) => {
    const { university } = await client.fetchQuery(subjectYearQuery(yearId))
    if (university.length === 0) throw new ApiError(-1, 'invalid', bankGridTexts.noUniversity)
    return university.map(({ title }) => title)
  }
  const [moving, setMoving] = useState(false)
  const deletion = useDeletion<(typeof rows)[number]>({
    deleteOne: ({ _id }) => deleteSubjectYear(_id),
    nameOf,
    deleted: yearTexts.deleted,
    onDeleted: (ids) => {
      chosen.keep(rows.filter(({ _id }) => !ids.has(_id)))
      void client.invalidateQueries({ queryKey: bankKey })
    },
  })
  return (
    <Group mb="md" gap="xs">
      <Text fz="sm" role="status">
        {plural(bankGridTexts.selected, rows.length)}
      </Text>
      <StatusBulk rows={rows} nameOf={nameOf} update={updateSubjectYear} onDone={chosen.keep}>
        <Button
          size="xs"
          variant="default"
          leftSection={<FolderInput size={16} aria-hidden />}
          disabled={rows.length === 0}
          onClick={() => setMoving(true)}
        >
          {bankGridTexts.move}
        </Button>
        <Button
          size="xs"
          variant="default"
          color="red"
          leftSection={<Trash2 size={16} aria-hidden />}
          disabled={rows.length === 0}
          onClick={() => deletion.ask(rows)}
        >
          {bankGridTexts.delete}
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<FileDown size={16} aria-hidden />}
          disabled={rows.length === 0}
          onClick={() =>
            exporting.run(bankGridTexts.exporting, rows, async (row) => {
              const { slug } = bank.exam
              const of = slug === postUtme ? await universitiesOf(row._id) : ['']
              for (const university of of) await saveYear(slug, row, university)
            })
          }
        >
          {bankGridTexts.export}
        </Button>
      </StatusBulk>
      <Button size="xs" variant="subtle" disabled={rows.length === 0} onClick={chosen.clear}>
        {bankGridTexts.clear}
      </Button>
      {deletion.dialog}
      {moving && (
        <MoveYears
          subjects={bank.subjects}
          years={rows}
          nameOf={nameOf}
          onClose={() => setMoving(false)}
          onMoved={(left) => {
            setMoving(false)
            chosen.keep(left)
          }}
        />
      )}
      <BulkDialog
        bulk={exporting.bulk}
        nameOf={nameOf}
        onStop={exporting.stop}
        onClose={exporting.close}
      />
    </Group>
  )
}

/**
 * Downloads a year as workbooks: its questions, and its theory questions if it has any. They have
 * different columns, so each is a file of its own.
 */
async function saveYear(exam: string, bank: YearToSave, university: string) {
  const { title, year, questions, theories } = bank
  const of = { format: 'xlsx', exam, subject: title, year, university } as const
  const name = [exam, title, year, university].filter(Boolean).join('-')
  // A year without any question gives a workbook with the columns alone.
  if (questions > 0 || theories === 0)
    saveFile(`${name}.xlsx`, await readExport({ ...of, kind: 'questions' }))
  if (theories > 0) saveFile(`${name}-theories.xlsx`, await readExport({ ...of, kind: 'theories' }))
}

type YearToSave = BankOfYear & { title: string }

interface Chosen {
  hasAll: (years: { _id: string }[]) => boolean
  turn: (years: { _id: string }[], on: boolean) => void
  keep: (years: { _id: string }[]) => void
  clear: () => void
}

/** The ids of the selected years. */
function useChosenYears(): Chosen {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  return {
    hasAll: (years) => years.every(({ _id }) => ids.has(_id)),
    turn: (years, on) =>
      setIds((old) => {
        const next = new Set(old)
        for (const { _id } of years) {
          if (on) next.add(_id)
          else next.delete(_id)
        }
        return next
      }),
    keep: (years) => setIds(new Set(years.map(({ _id }) => _id))),
    clear: () => setIds(new Set()),
  }
}
