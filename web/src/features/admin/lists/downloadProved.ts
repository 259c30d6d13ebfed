// Downloads a file with personal data, for which the server requires re-authentication.
import type { MouseEvent } from 'react'
import { proving } from '@/shared/api/asksFirst'
import { toApiError } from '@/shared/api/errors'
import { hasProved } from '@/shared/api/queries/secondFactor'
import { notify } from '@/shared/ui/notify'

/** Follows a download link after re-authentication; a refused download would be saved as a file. */
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
