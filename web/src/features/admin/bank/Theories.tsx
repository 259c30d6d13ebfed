// /admin/theories/…: the theory questions of a section or a whole year (spec 3 §2).
import { FileUp, Plus } from 'lucide-react'
import { useParams } from 'react-router'
import {
  all,
  changeAllTheories,
  deleteTheory,
  theoriesQuery,
  updateTheory,
} from '@/shared/api/queries/bank'
import type { AdminTheory } from '@/shared/api/types'
import type { Column } from '@/shared/ui/DataTable'
import { plainText } from '@/shared/ui/plainText'
import adminStyles from '../admin.module.css'
import { resourceTexts } from '../messages'
import { adminPaths } from '../paths'
import { AppLink, LinkButton } from '../ui/AppLink'
import { BankList, BankPage, ChangeAllItems, ExportButton, ReviewBadge } from './BankList'
import { ItemBulk } from './Bulk'
import styles from './bank.module.css'
import { bankFormTexts, bankListTexts, reviewTexts } from './messages'
import { reviewFilter, statusFilter } from './Questions'
import { Stem } from './Stem'

export function Theories() {
  const { sectionId = all, subjectId = '', yearId = '' } = useParams()
  const place = { sectionId, subjectId, yearId }
  const title = bankFormTexts.theories
  return (
    <BankPage
      title={title}
      place={place}
      actions={
        <>
          <ExportButton subjectId={subjectId} yearId={yearId} kind="theories" />
          <LinkButton
            to={`${adminPaths.questionsImport(sectionId, subjectId, yearId, all)}?kind=theories`}
            icon={FileUp}
          >
            {bankListTexts.importTheories}
          </LinkButton>
          <LinkButton
            to={adminPaths.theoryAdd(subjectId, yearId, sectionId)}
            data-do="add"
            fromList
            filled
            icon={Plus}
          >
            {resourceTexts.add(bankFormTexts.theory)}
          </LinkButton>
        </>
      }
    >
      <BankList
        key={Object.values(place).join()}
        label={title}
        columns={columns}
        query={({ filters, ...ask }) => theoriesQuery(place, { ...ask, ...filters })}
        filters={[statusFilter(), reviewFilter()]}
        nameOf={wordsOf}
        editPath={editPath}
        deleteOne={deleteTheory}
        deleted={bankFormTexts.theoryDeleted}
        update={updateTheory}
        changeAll={({ ask: { filters, ...ask }, ...all }) => (
          <ChangeAllItems
            {...all}
            {...place}
            run={(body, expected) =>
              changeAllTheories(place, { ...ask, ...filters }, body, expected)
            }
          />
        )}
        bulk={(rows, onDone) => (
          <ItemBulk rows={rows} nameOf={wordsOf} update={updateTheory} onDone={onDone} />
        )}
      />
    </BankPage>
  )
}

const columns: Column<AdminTheory>[] = [
  {
    key: 'question',
    title: bankListTexts.question,
    main: true,
    sort: 'question',
    render: (row) => (
      <div className={styles.line}>
        <AppLink
          className={`${adminStyles.link} ${styles.open}`}
          to={editPath(row)}
          fromList
          title={wordsOf(row)}
        >
          <Stem html={row.question} logo={row.logo} title={row.title} />
        </AppLink>
      </div>
    ),
  },
  {
    key: 'review',
    title: reviewTexts.title,
    render: (row) => <ReviewBadge of={row} />,
  },
  {
    key: 'section',
    title: bankListTexts.section,
    sort: 'section',
    render: ({ section }) => section.title,
  },
]

const editPath = ({ _id, subject, year }: AdminTheory) =>
  adminPaths.theoryEdit(subject._id, year._id, _id)

const wordsOf = ({ question, title }: AdminTheory) => plainText(question) || title
