import { announceChanged } from '../company/audit/record-change.ts'
import { type Company, companiesTable } from '../identity/company.ts'
import { contactsTable } from '../identity/contact.ts'
import type { TelephonyPlatform, TelephonyTransaction } from '../telephony-platform.ts'
import { saveUserStatus } from './save-user-status.ts'
import { listNotedCalls, listUsersInCalls } from './user-status-store.ts'

/**
 * Derives from the extensions of a user whether the user is in a call. Called in the transaction that changes one of
 * them; idempotent.
 */
export async function noteCallStatus(
  platform: TelephonyPlatform,
  tx: TelephonyTransaction,
  company: Company,
  userId: string,
): Promise<void> {
  const contact = await contactsTable.find(tx.db, { company_id: company.id, id: userId })
  if (!contact) return
  const on_call = (await listUsersInCalls(tx.db, company.id, userId)).size
  const { changed } = await saveUserStatus(platform, tx, company, contact, () => ({ on_call }))
  if (changed) announceChanged(tx, 'user_status', userId)
}

/** Extensions can be reassigned or deleted during a call. */
export async function correctCallStatuses(platform: TelephonyPlatform, companyId: number): Promise<void> {
  const { read } = platform.database
  const really = await listUsersInCalls(read, companyId)
  const noted = new Set((await listNotedCalls(read, companyId)).map((row) => row.user_id))
  const wrong = [...really, ...noted].filter((id) => !(really.has(id) && noted.has(id)))
  const company = wrong.length > 0 ? await companiesTable.find(read, { id: companyId }) : undefined
  if (!company) return
  for (const userId of wrong) {
    await platform.transact(companyId, (tx) => noteCallStatus(platform, tx, company, userId))
  }
}
