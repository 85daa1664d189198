import type { Audience } from '../audience.ts'
import { viewFilter, viewLinkifier } from './linkifier-view.ts'
import type { LinkifiersTable } from './linkifiers-table.ts'

const everyone: Audience = { role: 'everyone' }

/** The whole list anew. */
export function linkifiersChanged(rows: readonly LinkifiersTable[]) {
  return {
    type: 'realm_linkifiers',
    audience: everyone,
    payload: { realm_linkifiers: rows.map(viewLinkifier) },
  }
}

/** The same for older clients. */
export function filtersChanged(rows: readonly LinkifiersTable[]) {
  return { type: 'realm_filters', audience: everyone, payload: { realm_filters: rows.map(viewFilter) } }
}
