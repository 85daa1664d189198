import { badRequest } from '../chat-error.ts'
import type { Realm } from '../identity/realms/realm.ts'

export const TOPIC_LIMIT = 60

/** Half of a surrogate pair: valid in JSON, but not in UTF-8. */
const loneSurrogate = /\p{Surrogate}/gu

/** Characters are counted as Unicode code points. */
export function checkTopic(topic: string): string {
  const trimmed = topic.trim().replace(loneSurrogate, '\ufffd')
  if (trimmed === '') throw badRequest("Topic can't be empty")
  if (trimmed.includes('\0')) throw badRequest('Topic must not contain null bytes')
  if ([...trimmed].length > TOPIC_LIMIT)
    throw badRequest(`Topic is too long (limit: ${TOPIC_LIMIT} characters)`)
  return trimmed
}

/** If the organization requires topics, "(no topic)" is not accepted. */
export function checkIsTopic(realm: Realm, topic: string): void {
  if (realm.settings.mandatory_topics && topic.toLowerCase() === '(no topic)')
    throw badRequest('Topics are required in this organization.')
}

export function truncateTopic(topic: string): string {
  const characters = [...topic]
  if (characters.length <= TOPIC_LIMIT) return topic
  return `${characters.slice(0, TOPIC_LIMIT - 3).join('')}...`
}
