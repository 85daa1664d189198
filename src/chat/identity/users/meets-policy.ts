import type { StreamPolicy } from '../realms/realm-settings.ts'
import { type Actor, isAdministrator, isGuest } from './user.ts'

/** Administrators meet every policy, guests none. */
export function meetsPolicy({ realm, user }: Actor, policy: StreamPolicy, now: number): boolean {
  if (isAdministrator(user)) return true
  if (isGuest(user) || policy === 'administrators') return false
  return policy === 'members' || isFullMember({ realm, user }, now)
}

function isFullMember({ realm, user }: Actor, now: number): boolean {
  return now - user.date_joined >= realm.settings.waiting_period_threshold * 86_400
}
