// Downloads a file that names people, for which the server wants the password or a code given again.
import type { MouseEvent } from 'react'
import { proving } from '@/api/asksFirst'
import { toApiError } from '@/api/errors'
import { hasProved } from '@/api/queries/secondFactor'
import { notify } from '@/ui/notify'

/** Follows a download link once the caller has proved who they are: a refused download would be a file of its own. */
export function downloadProved(event: MouseEvent<HTMLAnchorElement>): void {
  const { href } = event.currentTarget
  event.preventDefault()
  const download = () => {
    const link = document.createElement('a')
    link.href = href
    link.download = ''
    link.click()
  }
  proving(hasProved).then(download, (thrown) => notify.error(toApiError(thrown).errMessage))
}
