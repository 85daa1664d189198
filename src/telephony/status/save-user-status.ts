import { isDeepStrictEqual } from 'node:util'
import { announceChanged } from '../company/audit/record-change.ts'
import { type Company, companiesTable } from '../identity/company.ts'
import { type Contact, contactsTable } from '../identity/contact.ts'
import type { TelephonyPlatform, TelephonyTransaction } from '../telephony-platform.ts'
import { clearedStatus, defaultUserStatus, effectiveStatus, type UserStatus } from './user-status.ts'
import { userStatusUpdated } from './user-status-events.ts'
import { findUserStatuses, putUserStatus } from './user-status-store.ts'
import { userStatusesTable } from './user-status-tables.ts'

/** `last_enter` is at most this old while somebody uses the app. */
const ENTRY_INTERVAL_MS = 3_600_000

/** A person has opened the app. With the first time they are available. */
export async function noteEntry(
  platform: TelephonyPlatform,
  company: Company,
  { id, last_enter: last }: Contact,
): Promise<void> {
  const now = platform.clock.now()
  if (last !== null && now - last < ENTRY_INTERVAL_MS) return
  await platform.transact(company.id, async (tx) => {
    const contact = await contactsTable.find(tx.db, { company_id: company.id, id })
    if (!contact) return
    await contactsTable.update(tx.db, contact, { last_enter: now })
    announceChanged(tx, 'contact', id)
    if (contact.last_enter !== null) return
    const { changed } = await saveUserStatus(platform, tx, company, contact, ({ main_status: main }) => ({
      main_status: main === 'away' ? 'available' : main,
    }))
    if (changed) announceChanged(tx, 'user_status', id)
  })
}

/** Clears what the user chose, at the time that was chosen. Once: another server may have cleared it first. */
export async function clearUserStatus(
  platform: TelephonyPlatform,
  companyId: number,
  userId: string,
): Promise<void> {
  const company = await companiesTable.find(platform.database.read, { id: companyId })
  if (!company) return
  await platform.transact(companyId, async (tx) => {
    const contact = await contactsTable.find(tx.db, { company_id: companyId, id: userId })
    if (!contact) {
      await userStatusesTable.remove(tx.db, { company_id: companyId, user_id: userId })
      return
    }
    const isDue = ({ clear_at: at }: UserStatus) => at !== null && at <= platform.clock.now()
    const { changed } = await saveUserStatus(platform, tx, company, contact, (stored) =>
      isDue(stored) ? clearedStatus(contact) : {},
    )
    if (changed) announceChanged(tx, 'user_status', userId)
  })
}

/** Changes the layers of a user's status. Announces it only if what others see has changed. */
export async function saveUserStatus(
  { clock }: TelephonyPlatform,
  tx: TelephonyTransaction,
  company: Company,
  contact: Contact,
  change: (before: UserStatus) => Partial<UserStatus>,
): Promise<{ before: UserStatus; after: UserStatus; changed: boolean }> {
  const stored = await findUserStatuses(tx.db, company.id, [contact.id])
  const before = stored.get(contact.id) ?? defaultUserStatus(contact)
  const merged = { ...before, ...change(before) }
  if (isDeepStrictEqual(merged, before)) return { before, after: before, changed: false }
  const after = { ...merged, updated_at: clock.now() }
  await putUserStatus(tx.db, after)
  if (!isDeepStrictEqual(effectiveStatus(before), effectiveStatus(after))) {
    tx.announce(userStatusUpdated(company, contact, after))
  }
  return { before, after, changed: true }
}
