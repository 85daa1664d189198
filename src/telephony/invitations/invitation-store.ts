import { type Contact, contactOf } from '../contacts/contact.ts'
import type { TelephonyDb } from '../telephony.ts'

/** Of whichever company: the token is all that the invited has. */
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

/** Whether it is ours to mail: nobody else has, and it is still wanted. */
export async function claimInvitationMail(
  db: TelephonyDb,
  { company_id: companyId, id, invitation_issued_at: issuedAt }: Contact,
  tokenHash: string,
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
  return numUpdatedRows > 0n
}

/** The mail could not be sent: it is due again. */
export async function releaseInvitationMail(
  db: TelephonyDb,
  { company_id: companyId, id }: Contact,
  tokenHash: string,
): Promise<void> {
  await db
    .updateTable('contacts')
    .set({ invitation_token_hash: null })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('invitation_status', '=', 'pending')
    .where('invitation_token_hash', '=', tokenHash)
    .execute()
}
