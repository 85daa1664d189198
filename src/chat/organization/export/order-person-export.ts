import { randomBytes } from 'node:crypto'
import { secondsOf } from '../../../platform/clock.ts'
import { badRequest } from '../../chat-error.ts'
import type { ChatPlatform, Db } from '../../chat-platform.ts'
import { recordAudit } from '../../identity/audit/record-audit.ts'
import { may } from '../../identity/permissions.ts'
import { type Actor, isBot } from '../../identity/users/user.ts'
import { accessAccount, noSuchUser } from '../../people/user-access.ts'
import { placeOfExport } from './export-place.ts'
import { isPending } from './order-export.ts'
import {
  findExport,
  insertExport,
  listExpiredExports,
  listPersonExports,
  updateExport,
} from './realm-export-store.ts'
import type { RealmExportsTable } from './realm-exports-table.ts'

const KEPT_SECONDS = 7 * 86_400
/** Of one person. */
const KEPT_LIMIT = 3

const mayExport = (actor: Actor, personId: number | null) =>
  may(actor.user, 'export the data of a person', personId === actor.user.id)

/** Those that the actor may download: administrators all, others their own. */
export function listVisibleExports({ database }: ChatPlatform, actor: Actor): Promise<RealmExportsTable[]> {
  const only = mayExport(actor, null) ? undefined : actor.user.id
  return listPersonExports(database.read, actor.realm.id, only)
}

/** Queues an export of what is stored about a person (see make-exports.ts), which can be downloaded for a week. */
export function orderPersonExport(chat: ChatPlatform, actor: Actor, personId: number): Promise<number> {
  const { realm, user } = actor
  if (!mayExport(actor, personId)) throw noSuchUser()
  return chat.transact(realm.id, async (transaction) => {
    const { db } = transaction
    if (isBot(await accessAccount(db, realm, personId))) throw noSuchUser()
    const known = await listPersonExports(db, realm.id, personId)
    if (known.some(isPending)) throw badRequest('An export is already in progress')
    if (known.filter((row) => row.failed_at === null).length >= KEPT_LIMIT)
      throw badRequest(`Too many exports; delete one first (limit: ${KEPT_LIMIT})`)
    const id = await transaction.next('realm_exports')
    const now = secondsOf(chat.clock)
    await insertExport(db, {
      realm_id: realm.id,
      id,
      acting_user_id: user.id,
      person_id: personId,
      created_at: now,
      file: `${randomBytes(16).toString('hex')}.tar.gz`,
      finished_at: null,
      failed_at: null,
      deleted_at: null,
      expires_at: now + KEPT_SECONDS,
    })
    await transaction.outbox.add('export', { payload: { exportId: id } })
    await recordAudit(transaction, { action: 'export.ordered', id, after: { person_id: personId } })
    return id
  })
}

export async function accessPersonExport(db: Db, actor: Actor, id: number): Promise<RealmExportsTable> {
  const row = await findExport(db, actor.realm.id, id)
  if (!row || row.person_id === null || row.deleted_at !== null || !mayExport(actor, row.person_id))
    throw badRequest('Invalid data export ID')
  return row
}

export async function deletePersonExport(chat: ChatPlatform, actor: Actor, id: number): Promise<void> {
  const row = await accessPersonExport(chat.database.read, actor, id)
  if (isPending(row)) throw badRequest('Export still in progress')
  await remove(chat, row)
}

export async function deleteExpiredExports(chat: ChatPlatform): Promise<void> {
  for (const row of await listExpiredExports(chat.database.read, secondsOf(chat.clock)))
    await remove(chat, row)
}

async function remove(chat: ChatPlatform, row: RealmExportsTable): Promise<void> {
  await chat.transact(row.realm_id, ({ db }) => updateExport(db, row, { deleted_at: secondsOf(chat.clock) }))
  // What a crash leaves here is collected later: see chat-jobs.ts.
  await chat.contents.remove(placeOfExport(row))
}
