import { randomBytes } from 'node:crypto'
import type { Secrets } from '../../platform/secrets.ts'

export const INVITATION_DAYS = 7
const DAY_MS = 86_400_000

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

/** For the mail, and what the database keeps of it. */
export function newInvitationToken(secrets: Secrets): { token: string; hash: string } {
  const token = randomBytes(24).toString('base64url')
  return { token, hash: secrets.hash(token) }
}
