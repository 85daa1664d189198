import type { Secrets } from '../../../platform/secrets.ts'

export const INVITATION_DAYS = 7
const DAY_MS = 86_400_000
const TOKEN_LENGTH = 32

/**
 * What the database keeps of an invitation. It has no token yet: that is made together with the mail that
 * brings it to the user (see mail-invitation.ts), so until then the empty column says that a mail is due.
 */
export function newInvitation(now: number) {
  return {
    invitation_status: 'pending' as const,
    invitation_issued_at: now,
    invitation_expires_at: now + INVITATION_DAYS * DAY_MS,
    invitation_accepted_at: null,
    invitation_token_hash: null,
  }
}

/** Of those who need none: who founds a company, and the people of the demo. */
export const acceptedInvitation = (now: number) => ({
  invitation_status: 'accepted' as const,
  invitation_accepted_at: now,
  invitation_token_hash: null,
})

/**
 * For the mail, and what the database keeps of it. The same for the same invitation, so that a mail which has to
 * be sent again, since nobody knows whether it was, does not make the first one void.
 */
export function invitationToken(
  secrets: Secrets,
  { company_id: companyId, id, invitation_issued_at: issuedAt }: InvitedContact,
): { token: string; hash: string } {
  // API keys, the other values that are hashed, have no blank in them.
  const token = secrets.sign(`invitation ${companyId} ${id} ${issuedAt}`).slice(0, TOKEN_LENGTH)
  return { token, hash: secrets.hash(token) }
}

interface InvitedContact {
  readonly company_id: number
  readonly id: string
  readonly invitation_issued_at: number | null
}
