import { secondsOf } from '../../../platform/clock.ts'
import { generateToken } from '../../../platform/secrets/secrets.ts'
import { badRequest } from '../../chat-error.ts'
import type { ChatPlatform, ChatTransaction } from '../../chat-platform.ts'
import { recordAudit } from '../../identity/audit/record-audit.ts'
import type { Actor } from '../../identity/users/user.ts'
import type { Role } from '../../identity/users/users-table.ts'
import { accessStreamById } from '../../streams/stream-access.ts'
import { sendsMail } from '../mails/queue-mail.ts'
import { checkMayInvite, maySubscribeOthers } from './invite-access.ts'
import { invitesChanged } from './invite-events.ts'
import { inviteLink } from './invite-view.ts'
import { type InvitesTable, invitesTable } from './invites-table.ts'

const MAX_STREAMS = 1000

export interface InviteTerms {
  role: Role
  streamIds: readonly number[]
  includeDefaultStreams: boolean
  notifyInviter: boolean
  /** null: never expires */
  expiresInMinutes: number | null
}

/** Checks that the actor may invite on these terms. Nobody can grant more than they have. */
export async function checkTerms(
  chat: ChatPlatform,
  transaction: ChatTransaction,
  actor: Actor,
  { role, streamIds }: InviteTerms,
): Promise<void> {
  checkMayInvite(actor, role)
  if (streamIds.length > MAX_STREAMS) throw badRequest('stream_ids is too long')
  if (streamIds.length > 0 && !maySubscribeOthers(actor, secondsOf(chat.clock))) {
    throw badRequest('You do not have permission to subscribe other users to streams.')
  }
  for (const id of new Set(streamIds)) {
    if (!(await accessStreamById(transaction.db, actor, id))) {
      throw badRequest(`Stream does not exist with id: ${id}. No invites were sent.`)
    }
  }
}

/**
 * `email` null: a reusable link; `linkId`: the one that the person came with. Returns the link, whose token is stored only as a hash and
 * encrypted.
 */
export async function addInvite(
  chat: ChatPlatform,
  transaction: ChatTransaction,
  { realm, user }: Actor,
  terms: InviteTerms,
  email: string | null,
  linkId: number | null = null,
): Promise<{ invite: InvitesTable; link: string }> {
  const token = generateToken()
  const now = secondsOf(chat.clock)
  const invite: InvitesTable = {
    realm_id: realm.id,
    id: await transaction.next('invites'),
    inviter_id: user.id,
    email,
    email_key: email?.toLowerCase() ?? null,
    role: terms.role,
    stream_ids: JSON.stringify([...new Set(terms.streamIds)]),
    include_default_streams: terms.includeDefaultStreams ? 1 : 0,
    notify_inviter: terms.notifyInviter ? 1 : 0,
    token_hash: chat.secrets.hash(token),
    token_sealed: chat.secrets.encrypt(token),
    created_at: now,
    expires_at: terms.expiresInMinutes === null ? null : now + terms.expiresInMinutes * 60,
    state: 'pending',
    closed_at: null,
    link_id: linkId,
    joined_user_id: null,
    is_mailed: sendsMail(chat) ? 1 : 0,
  }
  await invitesTable.insert(transaction.db, invite)
  await recordAudit(transaction, {
    action: 'invitation.created',
    id: invite.id,
    name: email ?? '',
    after: { email, role: terms.role, stream_ids: terms.streamIds },
  })
  return { invite, link: inviteLink(chat, realm, token) }
}

/** Creates a reusable link. */
export function createInviteLink(chat: ChatPlatform, actor: Actor, terms: InviteTerms): Promise<string> {
  return chat.transact(actor.realm.id, async (transaction) => {
    await checkTerms(chat, transaction, actor, terms)
    const { link } = await addInvite(chat, transaction, actor, terms, null)
    transaction.announce(invitesChanged(actor.user.id))
    return link
  })
}
