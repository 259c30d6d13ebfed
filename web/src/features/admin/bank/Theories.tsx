// /admin/theories/…: the theory questions of a section or a whole year (spec 3 §2).
import { useQuery } from '@tanstack/react-query'
import { FileUp, Plus } from 'lucide-react'
import { useParams } from 'react-router'
import {
  all,
  changeAllTheories,
  deleteTheory,
  subjectYearQuery,
  theoriesQuery,
  topicSectionsQuery,
  updateTheory,
} from '@/shared/api/queries/bank'
import type { AdminTheory } from '@/shared/api/types'
import type { Column } from '@/shared/ui/DataTable'
import { Page } from '@/shared/ui/Page'
import { plainText } from '@/shared/ui/plainText'
import adminStyles from '../admin.module.css'
import { resourceTexts } from '../messages'
import { adminPaths } from '../paths'
import { AppLink, LinkButton } from '../ui/AppLink'
import { Crumbs } from '../ui/Crumbs'
import { BankList, ChangeAllItems, ExportButton, ReviewBadge } from './BankList'
import { ItemBulk } from './Bulk'
import styles from './bank.module.css'
import { bankFormTexts, bankListTexts, reviewTexts } from './messages'
import { describe, reviewFilter, statusFilter } from './Questions'
import { Stem } from './Stem'
import { trailTo } from './trail'

export function Theories() {
  const { sectionId = all, subjectId = '', yearId = '' } = useParams()
  const place = { sectionId, subjectId, yearId }
  const year = useQuery(subjectYearQuery(yearId))
  const topics = useQuery(topicSectionsQuery(subjectId, yearId))
  const title = bankFormTexts.theories
  const words = bankListTexts
  const edit = ({ _id }: AdminTheory) => adminPaths.theoryEdit(subjectId, yearId, _id)
  const columns: Column<AdminTheory>[] = [
    {
      key: 'question',
      title: words.question,
      main: true,
      sort: 'question',
      render: (row) => (
        <div className={styles.line}>
          <AppLink
            className={`${adminStyles.link} ${styles.open}`}
            to={edit(row)}
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
      title: words.section,
      sort: 'section',
      render: ({ section }) => section.title,
    },
  ]
  return (
    <Page
      title={title}
      description={year.data && describe(year.data, topics.data ?? [], place)}
      crumbs={<Crumbs trail={trailTo.questions(year.data, place)} here={title} />}
      width={1120}
      actions={
        <>
          <ExportButton subjectId={subjectId} yearId={yearId} kind="theories" />
          <LinkButton
            to={`${adminPaths.questionsImport(sectionId, subjectId, yearId, all)}?kind=theories`}
            icon={FileUp}
          >
            {words.importTheories}
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
        editPath={edit}
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
    </Page>
  )
}

const wordsOf = ({ question, title }: AdminTheory) => plainText(question) || title
