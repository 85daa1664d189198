import type { NewChatEvent } from '../../chat-event-map.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import { viewExport } from './realm-export-view.ts'
import type { RealmExportsTable } from './realm-exports-table.ts'

declare module '../../chat-event-map.ts' {
  interface ChatEventMap {
    realm_export: { exports: readonly ReturnType<typeof viewExport>[] }
  }
}

/** Sends the whole list to administrators. */
export function exportsChanged(
  publicUrl: string,
  realm: Realm,
  rows: readonly RealmExportsTable[],
): NewChatEvent<'realm_export'> {
  return {
    type: 'realm_export',
    audience: { role: 'administrators' },
    payload: { exports: rows.map((row) => viewExport(publicUrl, realm, row)) },
  }
}
