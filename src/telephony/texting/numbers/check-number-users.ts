import { findContacts } from '../../identity/contact-store.ts'
import { invalid } from '../../problem.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'

/** Without duplicates, in the order of creation. Throws if one is not a user of the company. */
export async function checkNumberUsers(
  db: TelephonyDb,
  companyId: number,
  ids: readonly string[],
): Promise<string[]> {
  const known = await findContacts(db, companyId, ids)
  const faults = ids.flatMap((id, index) =>
    known.has(id) ? [] : { pointer: `/users/${index}`, detail: 'is nobody in the organization' },
  )
  if (faults.length > 0) throw invalid(faults)
  return [...known.keys()].sort()
}
