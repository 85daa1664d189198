import { secondsOf } from '../../../platform/clock.ts'
import { badRequest, mustBeAdministrator } from '../../chat-error.ts'
import type { ChatPlatform, Db } from '../../chat-platform.ts'
import { may } from '../../identity/permissions.ts'
import { meetsPolicy } from '../../identity/users/meets-policy.ts'
import type { Actor } from '../../identity/users/user.ts'
import type { Role } from '../../identity/users/users-table.ts'
import { findPendingInvite } from './invite-store.ts'
import type { InvitesTable } from './invites-table.ts'

/**
 * Members may invite, unless the organization restricts it to administrators. Only administrators invite
 * administrators.
 */
export function mayInvite({ realm, user }: Actor, role: Role): boolean {
  if (role === 'administrator') return may(user, 'invite administrators')
  return may(user, 'invite people', !realm.settings.invite_by_admins_only)
}

/** Whether an invitation may name streams. */
export const maySubscribeOthers = (actor: Actor, now: number) =>
  meetsPolicy(actor, actor.realm.settings.invite_to_stream_policy, now)

export function checkMayInvite(actor: Actor, role: Role): void {
  if (!mayInvite(actor, role)) throw mustBeAdministrator()
}

/** The actor's own invitations; for administrators, all. Others are reported as not found. */
export async function accessInvite(
  chat: ChatPlatform,
  db: Db,
  { realm, user }: Actor,
  id: number,
  kind: 'mail' | 'link',
): Promise<InvitesTable> {
  const invite = await findPendingInvite(db, realm.id, id, secondsOf(chat.clock))
  const isOfKind = (invite?.email === null) === (kind === 'link')
  const isVisible = may(user, 'invite people', invite?.inviter_id === user.id)
  if (!invite || !isOfKind || !isVisible) throw badRequest('No such invitation')
  return invite
}
