import { type RowPage, readPage } from '../../../platform/database/statements/read-page.ts'
import type { Db } from '../../chat-platform.ts'
import type { Session } from './session.ts'
import { type PushSubscriptionsTable, pushSubscriptionsTable, type SessionsTable } from './sessions-table.ts'

/** Includes the key under which its owner's account is cached. */
export async function findSessionByHash(db: Db, hash: string): Promise<Session | undefined> {
  return db
    .selectFrom('sessions')
    .innerJoin('users', (join) =>
      join.onRef('users.realm_id', '=', 'sessions.realm_id').onRef('users.id', '=', 'sessions.user_id'),
    )
    .selectAll('sessions')
    .select('users.api_key_hash')
    .where('token_hash', '=', hash)
    .executeTakeFirst()
}

export async function noteSessionSeen(
  db: Db,
  { realm_id, id }: SessionsTable,
  at: number,
  address: string,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_seen: at, address })
    .where('realm_id', '=', realm_id)
    .where('id', '=', id)
    .where('last_seen', '<', at)
    .execute()
}

interface SessionsOfUser {
  realmId: number
  userId: number
  only?: number
  except?: number
  /** not those that began at an identity provider */
  withPassword?: boolean
}

/** Deletes one, all but one, or all sessions of a person, and their push subscriptions. Returns their hashes. */
export async function deleteSessions(
  db: Db,
  { realmId, userId, only, except, withPassword }: SessionsOfUser,
): Promise<string[]> {
  let query = db.deleteFrom('sessions').where('realm_id', '=', realmId).where('user_id', '=', userId)
  if (only !== undefined) query = query.where('id', '=', only)
  if (except !== undefined) query = query.where('id', '<>', except)
  if (withPassword) query = query.where('issuer', 'is', null)
  const ended = await query.returning(['id', 'token_hash']).execute()
  await pushSubscriptionsTable.removeWhere(db, { realm_id: realmId, session_id: ended.map((row) => row.id) })
  return ended.map((row) => row.token_hash)
}

/** Sessions that began at an identity provider: one of them there, or all of a person. `realmId`: undefined: anywhere. */
export async function listProviderSessions(
  db: Db,
  { issuer, subject, session }: { issuer: string; subject: string | undefined; session: string | undefined },
  realmId: number | undefined,
): Promise<Pick<SessionsTable, 'realm_id' | 'user_id' | 'id'>[]> {
  let query = db.selectFrom('sessions').select(['realm_id', 'user_id', 'id']).where('issuer', '=', issuer)
  if (realmId !== undefined) query = query.where('realm_id', '=', realmId)
  if (subject !== undefined) query = query.where('subject', '=', subject)
  if (session !== undefined) query = query.where('provider_session', '=', session)
  return query.execute()
}

/** Sessions of an organization, or of one of its people, that were used since then: most recently used first. */
export function listSessionsUsedSince(
  db: Db,
  realmId: number,
  { userId, since }: { userId: number | undefined; since: number },
  page: { number: number; size: number },
): Promise<RowPage<SessionsTable>> {
  let query = db
    .selectFrom('sessions')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('last_seen', '>', since)
  if (userId !== undefined) query = query.where('user_id', '=', userId)
  return readPage(query.orderBy('last_seen', 'desc').orderBy('id', 'desc'), page)
}

/** The users who have sessions. */
export async function listSessionOwners(db: Db, realmId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('sessions')
    .select('user_id')
    .distinct()
    .where('realm_id', '=', realmId)
    .execute()
  return rows.map((row) => row.user_id)
}

export async function deleteSessionsUnusedSince(db: Db, time: number): Promise<void> {
  await db.deleteFrom('sessions').where('last_seen', '<=', time).execute()
  await deletePushSubscriptionsWithoutSession(db)
}

export type SubscriptionRef = Pick<PushSubscriptionsTable, 'realm_id' | 'id'>

/** If the browser has subscribed before, its row gets the new values and keeps its id. */
export async function storePushSubscription(db: Db, row: PushSubscriptionsTable): Promise<void> {
  const { id, realm_id, endpoint_hash, ...values } = row
  await db
    .insertInto('push_subscriptions')
    .values(row)
    .onConflict((conflict) => conflict.columns(['realm_id', 'endpoint_hash']).doUpdateSet(values))
    .execute()
}

/** Oldest first. */
export async function listPushSubscriptions(
  db: Db,
  realmId: number,
  userIds: readonly number[],
): Promise<Pick<PushSubscriptionsTable, 'id' | 'user_id'>[]> {
  return pushSubscriptionsTable.pick(db, { realm_id: realmId, user_id: userIds }, ['id', 'user_id'])
}

export async function hasPushSubscriptions(db: Db, realmId: number): Promise<boolean> {
  const query = db.selectFrom('push_subscriptions').select('id').where('realm_id', '=', realmId)
  return (await query.limit(1).executeTakeFirst()) !== undefined
}

/** For sessions of all organizations that were deleted because nobody used them. */
export async function deletePushSubscriptionsWithoutSession(db: Db): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where((build) =>
      build.not(
        build.exists(
          build
            .selectFrom('sessions')
            .select('sessions.id')
            .whereRef('sessions.realm_id', '=', 'push_subscriptions.realm_id')
            .whereRef('sessions.id', '=', 'push_subscriptions.session_id'),
        ),
      ),
    )
    .execute()
}
