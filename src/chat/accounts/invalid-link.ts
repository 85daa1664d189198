import { ChatError } from '../chat-error.ts'

/** Why a link from a mail does not work. Apps choose their text by it. */
export type LinkFault = 'unknown' | 'used' | 'revoked' | 'expired' | 'withdrawn' | 'used_or_expired'

export const invalidLink = (message: string, reason: LinkFault) =>
  new ChatError(message, { code: 'INVALID_LINK', extra: { reason } })

/** These links are deleted when they are used or expire. */
export const usedOrExpired = () =>
  invalidLink('This link has been used already, or is too old. Ask for a new one.', 'used_or_expired')
