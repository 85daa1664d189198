import { secondsOf } from '../../../platform/clock.ts'
import type { Chat, Db } from '../../chat.ts'
import { badRequest, mustBeAdministrator } from '../../chat-error.ts'
import { meetsPolicy } from '../../identity/realms/meets-policy.ts'
import { type Actor, isAdministrator, isBot, isGuest } from '../../identity/users/user.ts'
import type { Role } from '../../identity/users/users-table.ts'
import { findPendingInvite } from './invite-store.ts'
import type { InvitesTable } from './invites-table.ts'

/** Members, unless the organization leaves it to its administrators; only those make administrators. */
export function mayInvite({ realm, user }: Actor, role: Role): boolean {
  if (isGuest(user) || isBot(user)) return false
  const isReserved = role === 'administrator' || realm.settings.invite_by_admins_only
  return isAdministrator(user) || !isReserved
}

/** Whether an invitation may name streams. */
export const maySubscribeOthers = (actor: Actor, now: number) =>
  meetsPolicy(actor, actor.realm.settings.invite_to_stream_policy, now)

export function checkMayInvite(actor: Actor, role: Role): void {
  if (isGuest(actor.user)) throw badRequest('Not allowed for guest users')
  if (!mayInvite(actor, role)) throw mustBeAdministrator()
}

/** One's own; for administrators everybody's. Anything else is the same as not there. */
export async function accessInvite(
  chat: Chat,
  db: Db,
  { realm, user }: Actor,
  id: number,
  kind: 'mail' | 'link',
): Promise<InvitesTable> {
  const invite = await findPendingInvite(db, realm.id, id, secondsOf(chat.clock))
  const isOfKind = (invite?.email === null) === (kind === 'link')
  const isVisible = invite?.inviter_id === user.id || isAdministrator(user)
  if (!invite || !isOfKind || !isVisible) throw badRequest('No such invitation')
  return invite
}
