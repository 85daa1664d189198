import type { Db } from '../../chat-platform.ts'
import { type InviteState, type InvitesTable, invitesTable } from './invites-table.ts'

/** Only if it can still be used. */
export async function findPendingInvite(
  db: Db,
  realmId: number,
  id: number,
  now: number,
): Promise<InvitesTable | undefined> {
  return pending(db, realmId, now).where('id', '=', id).executeTakeFirst()
}

/** Invitations that can still be used, newest first; of everyone, or of one inviter. */
export async function listPendingInvites(
  db: Db,
  realmId: number,
  now: number,
  inviterId?: number,
): Promise<InvitesTable[]> {
  let query = pending(db, realmId, now)
  if (inviterId !== undefined) query = query.where('inviter_id', '=', inviterId)
  return query.orderBy('id', 'desc').execute()
}

/** Invitations that were mailed to this address and can still be used, newest first. */
export async function listPendingInvitesOfEmail(
  db: Db,
  realmId: number,
  emailKey: string,
  now: number,
): Promise<InvitesTable[]> {
  return pending(db, realmId, now).where('email_key', '=', emailKey).orderBy('id', 'desc').execute()
}

/** Invitations by mail, used or not. */
export async function countInvitesSince(db: Db, realmId: number, time: number): Promise<number> {
  const row = await db
    .selectFrom('invites')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('realm_id', '=', realmId)
    .where('created_at', '>', time)
    .where('email', 'is not', null)
    .where('link_id', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Returns false if it was already closed, so only one of two concurrent calls can use it. */
export async function closeInvite(
  db: Db,
  { realm_id, id }: InvitesTable,
  state: Exclude<InviteState, 'pending'>,
  now: number,
): Promise<boolean> {
  const closed = { state, closed_at: now }
  return (await invitesTable.updateWhere(db, { realm_id, id, state: 'pending' }, closed)) > 0
}

/** Closes the other invitations of a person who has joined. */
export async function closeInvitesOfEmail(
  db: Db,
  realmId: number,
  emailKey: string,
  now: number,
): Promise<InvitesTable[]> {
  return db
    .updateTable('invites')
    .set({ state: 'superseded', closed_at: now })
    .where('realm_id', '=', realmId)
    .where('email_key', '=', emailKey)
    .where('state', '=', 'pending')
    .returningAll()
    .execute()
}

/** Deletes invitations that were closed or expired before that time. */
export async function deleteInvitesEndedBefore(db: Db, time: number): Promise<void> {
  await db
    .deleteFrom('invites')
    .where((where) => where.or([where('closed_at', '<', time), where('expires_at', '<', time)]))
    .execute()
}

/** Without those that people asked for themselves: nobody manages them, and they end with their link. */
function pending(db: Db, realmId: number, now: number) {
  return db
    .selectFrom('invites')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('state', '=', 'pending')
    .where('link_id', 'is', null)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
}
