// /admin/theories/…: the theory questions of a section or a whole year (spec 3 §2).
import { Anchor, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FileUp, Plus } from 'lucide-react'
import { Link, useLocation, useParams } from 'react-router'
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
import { resourceTexts } from '../messages'
import { adminPaths } from '../paths'
import { Crumbs } from '../ui/Crumbs'
import { BankList, ChangeAllItems, ExportButton, ReviewBadge } from './BankList'
import { ItemBulk } from './Bulk'
import { bankFormTexts, bankListTexts, reviewTexts } from './messages'
import { describe, reviewFilter, statusFilter } from './Questions'
import { Stem } from './Stem'
import { trailTo } from './trail'

export function Theories() {
  const { sectionId = all, subjectId = '', yearId = '' } = useParams()
  const { pathname, search } = useLocation()
  const place = { sectionId, subjectId, yearId }
  const year = useQuery(subjectYearQuery(yearId))
  const topics = useQuery(topicSectionsQuery(subjectId, yearId))
  const title = bankFormTexts.theories
  const words = bankListTexts
  const edit = ({ _id }: AdminTheory) => adminPaths.theoryEdit(subjectId, yearId, _id)
  const state = { list: pathname + search }
  const columns: Column<AdminTheory>[] = [
    {
      key: 'question',
      title: words.question,
      main: true,
      sort: 'question',
      render: (row) => (
        <Anchor component={Link} to={edit(row)} state={state} inherit>
          <Stem html={row.question} logo={row.logo} title={row.title} />
        </Anchor>
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
          <Button
            component={Link}
            to={`${adminPaths.questionsImport(sectionId, subjectId, yearId, all)}?kind=theories`}
            variant="default"
            leftSection={<FileUp size={18} aria-hidden />}
          >
            {words.importTheories}
          </Button>
          <Button
            component={Link}
            to={adminPaths.theoryAdd(subjectId, yearId, sectionId)}
            data-do="add"
            state={state}
            leftSection={<Plus size={18} aria-hidden />}
          >
            {resourceTexts.add(bankFormTexts.theory)}
          </Button>
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
