// Which part of the results the address asks for.
import { natural, usualSize } from '@/shared/ui/paging'

export function listParamsOf(params: URLSearchParams) {
  return {
    page: natural(params.get('page'), 1),
    limit: Math.min(natural(params.get('limit'), usualSize), 100),
    sort: params.get('sort') === 'createdAt' ? 'createdAt' : '-createdAt',
  }
}
