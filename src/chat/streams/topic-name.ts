import { badRequest } from '../chat-error.ts'
import type { Realm } from '../identity/realms/realm.ts'

export const TOPIC_LIMIT = 60

/** Half of a pair, which JSON can say and UTF-8 cannot. */
const loneSurrogate = /\p{Surrogate}/gu

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

export function truncateTopic(topic: string): string {
  const characters = [...topic]
  if (characters.length <= TOPIC_LIMIT) return topic
  return `${characters.slice(0, TOPIC_LIMIT - 3).join('')}...`
}
