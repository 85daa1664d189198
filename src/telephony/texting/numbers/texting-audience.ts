import type { Audience } from '../../event-audience.ts'
import type { Company } from '../../identity/company.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import { listNumberUsers } from './texting-number-store.ts'

/** The audience of a number's conversations: the owner, and its users; `at`: its users at this time. */
export async function textingAudience(
  db: TelephonyDb,
  company: Company,
  number: string,
  at?: number,
): Promise<Audience> {
  const users = await listNumberUsers(db, company.id, number, at)
  return { to: 'contacts', contacts: [...new Set([company.primary_contact_id, ...users])] }
}
