// Which part of the results the address asks for (spec 2 §2.13).
import { natural, usualSize } from '@/shared/ui/paging'

export const pageSizes = [10, 20, 30, 40]

export function listParamsOf(params: URLSearchParams) {
  return {
    page: natural(params.get('page'), 1),
    limit: Math.min(natural(params.get('limit'), usualSize), 100),
    sort: params.get('sort') === 'createdAt' ? 'createdAt' : '-createdAt',
  }
}
