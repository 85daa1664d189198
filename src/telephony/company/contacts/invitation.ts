import type { Secrets } from '../../../platform/secrets/secrets.ts'
import type { Author } from '../../identity/actor.ts'
import type { Contact } from '../../identity/contact.ts'
import type { TelephonyTransaction } from '../../telephony-platform.ts'

declare module '../../../platform/database/outbox-table.ts' {
  interface OutboxPayloads {
    /** to a user whose id is the lane */
    invitation_mail: null
  }
}

export const INVITATION_DAYS = 7
const DAY_MS = 86_400_000
const TOKEN_LENGTH = 32

/** The columns of a new invitation. The token is created with the mail that carries it (see mail-invitation.ts). */
export function newInvitation(now: number, author: Author) {
  return {
    invited_by: inviterOf(author),
    invitation_status: 'pending' as const,
    invitation_issued_at: now,
    invitation_expires_at: now + INVITATION_DAYS * DAY_MS,
    invitation_accepted_at: null,
    invitation_token_hash: null,
  }
}

/** Mails the user a token soon after the commit, if they have an address. Replaces a mail that is still pending. */
export async function queueInvitationMail(
  { outbox }: TelephonyTransaction,
  { id, email, invitation_status: status }: Pick<Contact, 'id' | 'email' | 'invitation_status'>,
): Promise<void> {
  await outbox.cancel('invitation_mail', id)
  if (email !== null && status === 'pending') await outbox.add('invitation_mail', { lane: id, payload: null })
}

/** The person who invites; null: a program with an API key, the server or its operator. */
export const inviterOf = ({ caller, contact }: Author): string | null =>
  caller?.kind === 'person' ? ((caller.owner ?? contact)?.id ?? null) : null

/**
 * For users who need no invitation: the owner of a new company, the demo users, and people with a chat account.
 * `provenEmail`: their address, if they have proven that they read its mail, or the operator vouches for it.
 */
export const acceptedInvitation = (now: number, provenEmail: string | null) => ({
  invitation_status: 'accepted' as const,
  invitation_accepted_at: now,
  invitation_token_hash: null,
  proven_email_key: provenEmail?.toLowerCase() ?? null,
})

/** Whether mail from the user's address is theirs: anyone can enter an address of somebody else. */
export const hasProvenEmail = (contact: { email_key: string | null; proven_email_key: string | null }) =>
  contact.email_key !== null && contact.email_key === contact.proven_email_key

/**
 * The token of an invitation, and its hash for the database. It depends only on the invitation, so a mail that is sent
 * again after a crash does not invalidate the first one. One that is shown to the inviter, because the server sends no
 * mail, is another one: accepting it proves no address.
 */
export function invitationToken(
  secrets: Secrets,
  { company_id: companyId, id, invitation_issued_at: issuedAt }: InvitedContact,
  way: 'mailed' | 'shown',
): { token: string; hash: string } {
  // The prefix with a space keeps this apart from API keys, which are hashed with the same secret.
  const subject = `${way === 'mailed' ? 'invitation' : 'shown-invitation'} ${companyId} ${id} ${issuedAt}`
  const token = secrets.sign(subject).slice(0, TOKEN_LENGTH)
  return { token, hash: secrets.hash(token) }
}

interface InvitedContact {
  readonly company_id: number
  readonly id: string
  readonly invitation_issued_at: number | null
}
