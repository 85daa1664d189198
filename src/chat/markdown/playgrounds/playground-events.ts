import type { NewChatEvent } from '../../chat-event-map.ts'
import { viewPlayground } from './playground-view.ts'
import type { PlaygroundsTable } from './playgrounds-table.ts'

declare module '../../chat-event-map.ts' {
  interface ChatEventMap {
    realm_playgrounds: { realm_playgrounds: readonly ReturnType<typeof viewPlayground>[] }
  }
}

/** Sends the whole list. */
export const playgroundsChanged = (rows: readonly PlaygroundsTable[]): NewChatEvent<'realm_playgrounds'> => ({
  type: 'realm_playgrounds',
  audience: { role: 'everyone' },
  payload: { realm_playgrounds: rows.map(viewPlayground) },
})
