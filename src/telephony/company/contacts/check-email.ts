import { findContactByEmail } from '../../identity/contact-store.ts'
import { invalidField } from '../../problem.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'

/** An address belongs to one user of a company. Called in the transaction, since writes of a company are serialized. */
export async function checkEmailIsFree(
  db: TelephonyDb,
  companyId: number,
  email: string | null,
  ownId: string | undefined,
): Promise<void> {
  if (email === null) return
  const holder = await findContactByEmail(db, companyId, email)
  if (holder && holder.id !== ownId) {
    throw invalidField('/contacts/email', `${email} belongs to another person in the organization`)
  }
}
