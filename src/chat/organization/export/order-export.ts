import { randomBytes } from 'node:crypto'
import { secondsOf } from '../../../platform/clock.ts'
import { badRequest } from '../../chat-error.ts'
import type { ChatPlatform, ChatTransaction, Db } from '../../chat-platform.ts'
import { recordAudit } from '../../identity/audit/record-audit.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import { type Actor, isBot } from '../../identity/users/user.ts'
import { usersTable } from '../../identity/users/users-table.ts'
import { placeOfExport } from './export-place.ts'
import { exportsChanged, viewExport } from './realm-export-events.ts'
import { findExport, insertExport, listExports, updateExport } from './realm-export-store.ts'
import type { RealmExportsTable } from './realm-exports-table.ts'

declare module '../../../platform/database/outbox-table.ts' {
  interface OutboxPayloads {
    export: QueuedExport
  }
}

export interface QueuedExport {
  exportId: number
}

/** Each is as large as all of the organization's data. */
const KEPT_LIMIT = 5

export async function getExports({ config, database }: ChatPlatform, { realm }: Actor) {
  return (await listExports(database.read, realm.id)).map((row) => viewExport(config.publicUrl, realm, row))
}

/** Of the active people. */
export async function listConsents({ database }: ChatPlatform, { realm }: Actor) {
  const users = await usersTable.list(database.read, { realm_id: realm.id, is_active: 1 })
  return users
    .filter((user) => !isBot(user))
    .map(({ id }) => ({ user_id: id, consented: true, email_address_visibility: 1 }))
}

/** Queues an export (see make-exports.ts). */
export function orderExport(chat: ChatPlatform, { realm, user }: Actor): Promise<number> {
  return chat.transact(realm.id, async (transaction) => {
    const known = await listExports(transaction.db, realm.id)
    if (known.some(isPending)) throw badRequest('An export is already in progress')
    const kept = known.filter((row) => row.finished_at !== null && row.deleted_at === null)
    if (kept.length >= KEPT_LIMIT)
      throw badRequest(`Too many exports; delete one first (limit: ${KEPT_LIMIT})`)
    const id = await transaction.next('realm_exports')
    await insertExport(transaction.db, {
      realm_id: realm.id,
      id,
      acting_user_id: user.id,
      person_id: null,
      created_at: secondsOf(chat.clock),
      file: `${randomBytes(16).toString('hex')}.tar.gz`,
      finished_at: null,
      failed_at: null,
      deleted_at: null,
      expires_at: null,
    })
    await transaction.outbox.add('export', { payload: { exportId: id } })
    await recordAudit(transaction, { action: 'export.ordered', id })
    await announceExports(chat, transaction, realm)
    return id
  })
}

export async function deleteExport(chat: ChatPlatform, { realm }: Actor, id: number): Promise<void> {
  const gone = await chat.transact(realm.id, async (transaction) => {
    const row = await accessExport(transaction.db, realm, id)
    if (row.deleted_at !== null) throw badRequest('Export already deleted')
    if (row.failed_at !== null) throw badRequest('Export failed, nothing to delete')
    if (isPending(row)) throw badRequest('Export still in progress')
    await updateExport(transaction.db, row, { deleted_at: secondsOf(chat.clock) })
    await recordAudit(transaction, { action: 'export.deleted', id })
    await announceExports(chat, transaction, realm)
    return row
  })
  await chat.contents.remove(placeOfExport(gone))
}

export async function accessExport(db: Db, realm: Realm, id: number): Promise<RealmExportsTable> {
  const row = await findExport(db, realm.id, id)
  if (!row || row.person_id !== null) throw badRequest('Invalid data export ID')
  return row
}

export async function announceExports(
  chat: ChatPlatform,
  transaction: ChatTransaction,
  realm: Realm,
): Promise<void> {
  const rows = await listExports(transaction.db, realm.id)
  transaction.announce(exportsChanged(chat.config.publicUrl, realm, rows))
}

export const isPending = (row: RealmExportsTable) => row.finished_at === null && row.failed_at === null
