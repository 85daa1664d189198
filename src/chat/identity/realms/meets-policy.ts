import { type Actor, isAdministrator, isGuest } from '../users/user.ts'
import type { StreamPolicy } from './realm-settings.ts'

/** Administrators meet every policy, guests none. */
export function meetsPolicy({ realm, user }: Actor, policy: StreamPolicy, now: number): boolean {
  if (isAdministrator(user)) return true
  if (isGuest(user) || policy === 'administrators') return false
  return policy === 'members' || isFullMember({ realm, user }, now)
}

function isFullMember({ realm, user }: Actor, now: number): boolean {
  return now - user.date_joined >= realm.settings.waiting_period_threshold * 86_400
}
