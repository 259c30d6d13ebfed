// Checks one payment, or the open ones, with the gateway.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toApiError } from '@/shared/api/errors'
import { reconcile } from '@/shared/api/queries/backOffice'
import { formatNumber } from '@/shared/i18n/format'
import { notify } from '@/shared/ui/notify'
import { listKey } from '../lists/ServerList'
import { moneyTexts } from './messages'

export const paymentsKey = listKey('payments')

export function useReconcile(reference?: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => reconcile(reference),
    onSuccess: ({ checked, paid, unreachable }) => {
      notify.info(
        moneyTexts.asked(formatNumber(checked), formatNumber(paid), formatNumber(unreachable)),
      )
      void client.invalidateQueries({ queryKey: paymentsKey })
    },
    onError: (thrown) => notify.error(toApiError(thrown).errMessage),
  })
}
