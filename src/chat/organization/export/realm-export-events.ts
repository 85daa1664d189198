import { type Static, Type } from '@sinclair/typebox'
import type { NewChatEvent } from '../../chat-event-map.ts'
import { realmUri } from '../../identity/realm-addresses.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import type { RealmExportsTable } from './realm-exports-table.ts'

const TimeOrNull = Type.Union([Type.Integer(), Type.Null()])

export const RealmExportSchema = Type.Object(
  {
    id: Type.Integer(),
    acting_user_id: Type.Integer({ description: 'Id of the user who requested it.' }),
    export_time: Type.Integer({ description: 'When it was requested.' }),
    export_url: Type.Union([Type.String(), Type.Null()], {
      description: 'Where administrators can download it; null if it is not available.',
    }),
    failed_timestamp: TimeOrNull,
    deleted_timestamp: TimeOrNull,
    pending: Type.Boolean(),
  },
  { additionalProperties: false },
)

export function viewExport(
  publicUrl: string,
  realm: Realm,
  row: RealmExportsTable,
): Static<typeof RealmExportSchema> {
  const isThere = row.finished_at !== null && row.deleted_at === null
  return {
    id: row.id,
    acting_user_id: row.acting_user_id,
    export_time: row.created_at,
    export_url: isThere ? `${realmUri(publicUrl, realm)}/api/v1/export/realm/${row.id}/download` : null,
    failed_timestamp: row.failed_at,
    deleted_timestamp: row.deleted_at,
    pending: row.finished_at === null && row.failed_at === null,
  }
}

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
