import type { ChatPlatform, StoredKind } from '../../chat-platform.ts'
import { messageRetentionTable } from '../../history/message-retention-table.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import { placeOfExport } from '../export/export-place.ts'
import { listExports, listPersonExports } from '../export/realm-export-store.ts'
import { countAudit, countMessages, countRows, countUploads, type Stored } from './stored-data-store.ts'

/** What is stored in the organization, by kind; with phones, also what they store. */
export async function showStoredData(chat: ChatPlatform, realm: Realm): Promise<StoredKind[]> {
  const { read } = chat.database
  const { message_retention_days: days } = realm.settings
  const messageDays = days !== null && days > 0 ? days : null
  const applied = await messageRetentionTable.find(read, { realm_id: realm.id })
  const of = (kind: string, { count, bytes, oldest }: Stored, retention: number | null = null) => ({
    kind,
    count,
    bytes,
    oldest_timestamp: oldest,
    retention_days: retention,
    retention_applied_timestamp: null,
  })
  const ofMessages = (kind: string, stored: Stored) => ({
    ...of(kind, stored, messageDays),
    retention_applied_timestamp: applied?.applied_at ?? null,
  })
  return [
    ofMessages('messages', await countMessages(read, realm.id)),
    ofMessages('message_edits', await countRows(read, 'message_edits', realm.id)),
    ofMessages('uploads', await countUploads(read, realm.id)),
    of('drafts', await countRows(read, 'drafts', realm.id)),
    of('exports', await countExports(chat, realm)),
    of('sessions', await countRows(read, 'sessions', realm.id)),
    of('audit_log', await countAudit(read, realm.id), chat.config.auditLogDays || null),
    ...(await chat.beyondChat.listStored(realm.id)),
  ]
}

async function countExports({ contents, database }: ChatPlatform, realm: Realm): Promise<Stored> {
  const all = [
    ...(await listExports(database.read, realm.id)),
    ...(await listPersonExports(database.read, realm.id)),
  ].filter((row) => row.finished_at !== null && row.deleted_at === null)
  let bytes = 0
  for (const row of all) bytes += (await contents.size(placeOfExport(row))) ?? 0
  return {
    count: all.length,
    bytes,
    oldest: all.length === 0 ? null : Math.min(...all.map((row) => row.created_at)),
  }
}
