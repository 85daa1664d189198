import { isSameSecret } from '../../../platform/secrets/secrets.ts'
import type { ChatPlatform } from '../../chat-platform.ts'

/** Who may reply, and where: in the conversation in which the message is at that time. */
export interface ReplyTarget {
  realmId: number
  userId: number
  messageId: number
}

/** Long enough for a holiday. */
const VALID_DAYS = 30
const DAY_MS = 86_400_000
/** 128 bits of the signature. With it, the part before the @ stays below the 64 characters that SMTP permits. */
const PROOF_DIGITS = 32

const syntax =
  /^reply\+([0-9a-z]{1,8})\.([0-9a-z]{1,8})\.([0-9a-z]{1,9})\.([0-9a-z]{1,5})\.([0-9a-f]{32})@([^@]+)$/

const hostOf = ({ config }: ChatPlatform) => new URL(config.publicUrl).hostname

/**
 * The address to which a person can reply by mail. It is signed, not stored. Mail systems may change its case, so it has
 * only digits and lower-case letters.
 */
export function replyAddress(chat: ChatPlatform, target: ReplyTarget): string {
  const lastDay = Math.floor(chat.clock.now() / DAY_MS) + VALID_DAYS
  const named = [target.realmId, target.userId, target.messageId, lastDay].map((one) => one.toString(36))
  return `reply+${named.join('.')}.${proofOf(chat, named)}@${hostOf(chat)}`
}

/** undefined: no reply address of this server, or one that was changed. */
export function readReplyAddress(
  chat: ChatPlatform,
  address: string,
): (ReplyTarget & { isExpired: boolean }) | undefined {
  const parts = syntax.exec(address.toLowerCase())
  if (!parts || parts[6] !== hostOf(chat)) return undefined
  const named = parts.slice(1, 5)
  if (!isSameSecret(parts[5]!, proofOf(chat, named))) return undefined
  const [realmId, userId, messageId, lastDay] = named.map((one) => Number.parseInt(one, 36)) as [
    number,
    number,
    number,
    number,
  ]
  return { realmId, userId, messageId, isExpired: Math.floor(chat.clock.now() / DAY_MS) > lastDay }
}

const proofOf = ({ secrets }: ChatPlatform, named: readonly string[]) =>
  Buffer.from(secrets.sign(`reply by mail ${named.join(' ')}`), 'base64url')
    .toString('hex')
    .slice(0, PROOF_DIGITS)
