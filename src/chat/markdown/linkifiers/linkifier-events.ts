import type { Audience } from '../../audience.ts'
import type { NewChatEvent } from '../../chat-event-map.ts'
import { viewFilter, viewLinkifier } from './linkifier-view.ts'
import type { LinkifiersTable } from './linkifiers-table.ts'

declare module '../../chat-event-map.ts' {
  interface ChatEventMap {
    realm_linkifiers: { realm_linkifiers: readonly ReturnType<typeof viewLinkifier>[] }
    realm_filters: { realm_filters: readonly ReturnType<typeof viewFilter>[] }
  }
}

const everyone: Audience = { role: 'everyone' }

/** Sends the whole list. */
export function linkifiersChanged(rows: readonly LinkifiersTable[]): NewChatEvent<'realm_linkifiers'> {
  return {
    type: 'realm_linkifiers',
    audience: everyone,
    payload: { realm_linkifiers: rows.map(viewLinkifier) },
  }
}

/** The same for older clients. */
export function filtersChanged(rows: readonly LinkifiersTable[]): NewChatEvent<'realm_filters'> {
  return { type: 'realm_filters', audience: everyone, payload: { realm_filters: rows.map(viewFilter) } }
}
