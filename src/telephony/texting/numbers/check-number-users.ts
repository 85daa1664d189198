import { findContacts } from '../../identity/contact-store.ts'
import { invalid } from '../../problem.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'

/** Each once, in the order of creation; whoever is no user of the company is complained about. */
export async function checkNumberUsers(
  db: TelephonyDb,
  companyId: number,
  ids: readonly string[],
): Promise<string[]> {
  const known = await findContacts(db, companyId, ids)
  const faults = ids.flatMap((id, index) =>
    known.has(id) ? [] : { pointer: `/users/${index}`, detail: 'is no user of the company' },
  )
  if (faults.length > 0) throw invalid(faults)
  return [...known.keys()].sort()
}
