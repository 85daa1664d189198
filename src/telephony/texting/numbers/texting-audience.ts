import type { Audience } from '../../event-audience.ts'
import type { Company } from '../../identity/company.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import { listNumberUsers } from './texting-number-store.ts'

/** The audience of a number's conversations: the owner, and the users to whom it is assigned. */
export async function textingAudience(db: TelephonyDb, company: Company, number: string): Promise<Audience> {
  const users = await listNumberUsers(db, company.id, number)
  return { to: 'contacts', contacts: [...new Set([company.primary_contact_id, ...users])] }
}
