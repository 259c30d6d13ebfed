import { listKey } from '../lists/ServerList'

/** The prefix of all query keys of reports. */
export const reportsKey = listKey('reports')
