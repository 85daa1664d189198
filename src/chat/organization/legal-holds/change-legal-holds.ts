import { secondsOf } from '../../../platform/clock.ts'
import { badRequest } from '../../chat-error.ts'
import type { ChatPlatform, Db } from '../../chat-platform.ts'
import { recordAudit } from '../../identity/audit/record-audit.ts'
import { type LegalHoldsTable, legalHoldsTable } from '../../identity/legal-holds/legal-holds-table.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import type { Actor } from '../../identity/users/user.ts'
import { accessAccount } from '../../people/user-access.ts'
import { streamsTable } from '../../streams/streams-table.ts'

/** Of holds that apply. Each deletion compares with all of them. */
const HOLDS_LIMIT = 200
export const REASON_LIMIT = 500

/** Oldest first, also released ones. */
export const listLegalHolds = ({ database }: ChatPlatform, realm: Realm): Promise<LegalHoldsTable[]> =>
  legalHoldsTable.list(database.read, { realm_id: realm.id })

export interface NewHold {
  userId: number | undefined
  streamId: number | undefined
  reason: string
}

/** From now on, nothing of the person or stream is deleted. */
export function placeLegalHold(chat: ChatPlatform, { realm, user }: Actor, hold: NewHold): Promise<number> {
  const { userId, streamId } = hold
  if ((userId === undefined) === (streamId === undefined))
    throw badRequest('A legal hold is of a person or of a stream: give `user_id` or `stream_id`.')
  const reason = hold.reason.trim()
  if (reason.length > REASON_LIMIT) throw badRequest(`reason is too long (limit: ${REASON_LIMIT} characters)`)
  if (reason === '') throw badRequest('A legal hold needs a reason.')
  return chat.transact(realm.id, async (transaction) => {
    const { db } = transaction
    await checkSubject(db, realm, hold)
    const subject = { user_id: userId ?? null, stream_id: streamId ?? null }
    const current = await legalHoldsTable.list(db, { realm_id: realm.id, released_at: null })
    if (current.some((row) => row.user_id === subject.user_id && row.stream_id === subject.stream_id))
      throw badRequest('There is a legal hold already.')
    if (current.length >= HOLDS_LIMIT) throw badRequest(`Too many legal holds (limit: ${HOLDS_LIMIT})`)
    const id = await transaction.next('legal_holds')
    await legalHoldsTable.insert(db, {
      realm_id: realm.id,
      id,
      ...subject,
      reason,
      placed_by: user.id,
      placed_at: secondsOf(chat.clock),
      released_by: null,
      released_at: null,
    })
    await recordAudit(transaction, { action: 'legal_hold.placed', id, after: { ...subject, reason } })
    return id
  })
}

/** The record stays. */
export function releaseLegalHold(chat: ChatPlatform, { realm, user }: Actor, id: number): Promise<void> {
  return chat.transact(realm.id, async (transaction) => {
    const { db } = transaction
    const hold = await legalHoldsTable.find(db, { realm_id: realm.id, id })
    if (!hold) throw badRequest('Invalid legal hold ID')
    if (hold.released_at !== null) throw badRequest('This legal hold was released already')
    await legalHoldsTable.update(db, hold, { released_by: user.id, released_at: secondsOf(chat.clock) })
    await recordAudit(transaction, { action: 'legal_hold.released', id })
  })
}

async function checkSubject(db: Db, realm: Realm, { userId, streamId }: NewHold): Promise<void> {
  if (userId !== undefined) await accessAccount(db, realm, userId)
  else if (!(await streamsTable.find(db, { realm_id: realm.id, id: streamId! })))
    throw badRequest('Invalid stream id')
}
