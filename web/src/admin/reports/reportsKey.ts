import { listKey } from '../lists/ServerList'

/** What all queries of the reports begin with. */
export const reportsKey = listKey('reports')
