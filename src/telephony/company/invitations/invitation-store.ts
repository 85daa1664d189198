import { outboxOfTenant } from '../../../platform/outbox/outbox-writer.ts'
import { type Contact, contactOf } from '../../identity/contact.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'

/** In any company: the invited user has only the token. */
export async function findInvited(db: TelephonyDb, tokenHash: string): Promise<Contact | undefined> {
  const row = await db
    .selectFrom('contacts')
    .selectAll()
    .where('invitation_token_hash', '=', tokenHash)
    .executeTakeFirst()
  return row && contactOf(row)
}

/** False if the invitation is no longer pending, or was issued again. */
export async function storeInvitationToken(
  db: TelephonyDb,
  { company_id: companyId, id, invitation_issued_at: issuedAt, email }: Contact,
  tokenHash: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('contacts')
    .set({ invitation_token_hash: tokenHash })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('email', email === null ? 'is' : '=', email)
    .where('invitation_status', '=', 'pending')
    .where('invitation_issued_at', '=', issuedAt)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The tokens in mails that were sent are no longer valid. Invitations that were not accepted are mailed again. */
export async function mailInvitationsAgain(db: TelephonyDb): Promise<void> {
  const pending = await db
    .updateTable('contacts')
    .set({ invitation_token_hash: null })
    .where('invitation_status', '=', 'pending')
    .returning(['company_id', 'id', 'email'])
    .execute()
  for (const { company_id: companyId, id, email } of pending) {
    const outbox = outboxOfTenant(db, companyId)
    await outbox.cancel('invitation_mail', id)
    if (email !== null) await outbox.add('invitation_mail', { lane: id, payload: null })
  }
}
