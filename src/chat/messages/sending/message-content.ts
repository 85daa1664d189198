import { badRequest } from '../../chat-error.ts'
import type { Realm } from '../../identity/realms/realm.ts'

export const TOPIC_LIMIT = 60
export const CONTENT_LIMIT_BYTES = 10_000

/** Half of a pair, which JSON can say and UTF-8 cannot. */
const loneSurrogate = /\p{Surrogate}/gu

/** Content as it is stored. */
export function checkContent(content: string): string {
  const trimmed = content.trimEnd().replace(loneSurrogate, '\ufffd')
  if (trimmed === '') throw badRequest('Message must not be empty')
  if (trimmed.includes('\0')) throw badRequest('Message must not contain null bytes')
  if (Buffer.byteLength(trimmed) > CONTENT_LIMIT_BYTES) {
    throw badRequest(`Message is too long (limit: ${CONTENT_LIMIT_BYTES} bytes)`)
  }
  return trimmed
}

/** A character is a Unicode code point. */
export function checkTopic(topic: string): string {
  const trimmed = topic.trim().replace(loneSurrogate, '\ufffd')
  if (trimmed === '') throw badRequest("Topic can't be empty")
  if (trimmed.includes('\0')) throw badRequest('Topic must not contain null bytes')
  if ([...trimmed].length > TOPIC_LIMIT)
    throw badRequest(`Topic is too long (limit: ${TOPIC_LIMIT} characters)`)
  return trimmed
}

/** Where an organization insists on topics, the one that stands for none will not do. */
export function checkIsTopic(realm: Realm, topic: string): void {
  if (realm.settings.mandatory_topics && topic.toLowerCase() === '(no topic)')
    throw badRequest('Topics are required in this organization.')
}

/** For senders that cannot mend what they send: incoming webhooks. */
export function truncateContent(content: string): string {
  if (Buffer.byteLength(content) <= CONTENT_LIMIT_BYTES) return content
  const mark = '\n[message truncated]'
  let kept = Buffer.from(content)
    .subarray(0, CONTENT_LIMIT_BYTES - mark.length)
    .toString('utf8')
  // The cut may have gone through a character.
  if (kept.endsWith('\ufffd')) kept = kept.slice(0, -1)
  return kept + mark
}

export function truncateTopic(topic: string): string {
  const characters = [...topic]
  if (characters.length <= TOPIC_LIMIT) return topic
  return `${characters.slice(0, TOPIC_LIMIT - 3).join('')}...`
}
