// /admin/questions/{id}: redirects to the edit form of a question anywhere in the bank.

import { useQuery } from '@tanstack/react-query'
import { Navigate, useLocation, useParams } from 'react-router'
import { all, bankKey, readQuestion } from '@/shared/api/queries/bank'
import { QueryView } from '@/shared/lazy/QueryView'
import { Page } from '@/shared/ui/Page'
import { adminPaths } from '../paths'
import { bankFormTexts } from './messages'

export function OpenQuestion() {
  const { id = '' } = useParams()
  const { state } = useLocation()
  const query = useQuery({
    queryKey: [...bankKey, 'where', id],
    // The id alone identifies it.
    queryFn: () => readQuestion(all, all, id),
  })
  return (
    <Page title={bankFormTexts.question}>
      <QueryView query={query}>
        {({ _id, subject, year, topic }) => (
          <Navigate
            replace
            to={adminPaths.questionEdit(subject._id, year._id, _id, topic._id)}
            state={state}
          />
        )}
      </QueryView>
    </Page>
  )
}
