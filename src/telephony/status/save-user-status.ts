import { isDeepStrictEqual } from 'node:util'
import type { Company } from '../identity/company.ts'
import type { Contact } from '../identity/contact.ts'
import type { TelephonyPlatform, TelephonyTransaction } from '../telephony-platform.ts'
import { defaultUserStatus, effectiveStatus, type UserStatus } from './user-status.ts'
import { userStatusUpdated } from './user-status-events.ts'
import { findUserStatuses, putUserStatus } from './user-status-store.ts'

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
