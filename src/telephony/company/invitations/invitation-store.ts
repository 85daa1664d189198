import { type Contact, contactOf } from '../../identity/contact.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import type { InvitationMailsTable } from './invitation-mails-table.ts'

/** In any company: the invited user has only the token. */
export async function findInvited(db: TelephonyDb, tokenHash: string): Promise<Contact | undefined> {
  const row = await db
    .selectFrom('contacts')
    .selectAll()
    .where('invitation_token_hash', '=', tokenHash)
    .executeTakeFirst()
  return row && contactOf(row)
}

/** Pending invitations whose mail is due, the oldest first. */
export async function listInvitationsToMail(
  db: TelephonyDb,
  now: number,
  except: readonly string[],
  limit: number,
): Promise<Contact[]> {
  let query = db
    .selectFrom('contacts')
    .selectAll()
    .where('invitation_token_hash', 'is', null)
    .where('invitation_status', '=', 'pending')
    .where('invitation_expires_at', '>', now)
    .where('email', 'is not', null)
  if (except.length > 0) query = query.where('id', 'not in', [...except])
  const rows = await query.orderBy('invitation_issued_at').orderBy('id').limit(limit).execute()
  return rows.map(contactOf)
}

/** Returns whether this process may send the mail: nobody else has claimed it, and it is still wanted. */
export async function claimInvitationMail(
  db: TelephonyDb,
  { company_id: companyId, id, invitation_issued_at: issuedAt }: Contact,
  tokenHash: string,
  until: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('contacts')
    .set({ invitation_token_hash: tokenHash })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('invitation_status', '=', 'pending')
    .where('invitation_issued_at', '=', issuedAt)
    .where('invitation_token_hash', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  const claim = { token_hash: tokenHash, claimed_until: until }
  await db
    .insertInto('invitation_mails')
    .values({ company_id: companyId, contact_id: id, ...claim })
    .onConflict((on) => on.columns(['company_id', 'contact_id']).doUpdateSet(claim))
    .execute()
  return true
}

/** The mail server has accepted it. */
export async function deleteInvitationMail(
  db: TelephonyDb,
  { company_id: companyId, id }: Pick<Contact, 'company_id' | 'id'>,
  tokenHash: string,
): Promise<void> {
  await db
    .deleteFrom('invitation_mails')
    .where('company_id', '=', companyId)
    .where('contact_id', '=', id)
    .where('token_hash', '=', tokenHash)
    .execute()
}

/** Mails whose sender has died. */
export async function listAbandonedMails(db: TelephonyDb, before: number): Promise<InvitationMailsTable[]> {
  return db.selectFrom('invitation_mails').selectAll().where('claimed_until', '<=', before).execute()
}

/** The mail was not sent, or may not have been: it is due again. */
export async function releaseInvitationMail(
  db: TelephonyDb,
  contact: Pick<Contact, 'company_id' | 'id'>,
  tokenHash: string,
): Promise<void> {
  const { company_id: companyId, id } = contact
  await deleteInvitationMail(db, contact, tokenHash)
  await db
    .updateTable('contacts')
    .set({ invitation_token_hash: null })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('invitation_status', '=', 'pending')
    .where('invitation_token_hash', '=', tokenHash)
    .execute()
}

/** The tokens in mails that were sent are no longer valid. Invitations that were not accepted are mailed again. */
export async function mailInvitationsAgain(db: TelephonyDb): Promise<void> {
  await db
    .updateTable('contacts')
    .set({ invitation_token_hash: null })
    .where('invitation_status', '=', 'pending')
    .execute()
  await db.deleteFrom('invitation_mails').execute()
}
