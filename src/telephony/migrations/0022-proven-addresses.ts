import type { AnyHandle } from '../../platform/database/any-handle.ts'

/** Which address a user has proven to read. */
export async function addProvenAddresses(db: AnyHandle): Promise<void> {
  await db.schema.alterTable('contacts').addColumn('proven_email_key', 'text').execute()
  // An invitation that was accepted by its token was mailed to the address: a change of the address removed the token.
  await db
    .updateTable('contacts')
    .set((expression) => ({ proven_email_key: expression.ref('email_key') }))
    .where('invitation_status', '=', 'accepted')
    .where('invitation_token_hash', 'is not', null)
    .execute()
}
