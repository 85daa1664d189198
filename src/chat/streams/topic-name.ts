import { badRequest } from '../chat-error.ts'
import { EMPTY_TOPIC_LEVEL } from '../http/feature-level.ts'
import { type Parameter, text } from '../http/parameter.ts'
import type { Realm } from '../identity/realms/realm.ts'

export const TOPIC_LIMIT = 60

/** The topic of messages without one. */
export const NO_TOPIC = '(no topic)'

/** Newer clients write an empty text for no topic; for others it is an error. */
export const readTopic = (topic: string, level: number): string =>
  level >= EMPTY_TOPIC_LEVEL && topic.trim() === '' ? NO_TOPIC : topic

export function topicName(description: string): Parameter<string> {
  const parameter = text(description)
  return {
    ...parameter,
    read: (name, value, level) => readTopic(parameter.read(name, value, level), level),
  }
}

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
  if (realm.settings.mandatory_topics && topic.toLowerCase() === NO_TOPIC)
    throw badRequest('Topics are required in this organization.')
}

export function truncateTopic(topic: string): string {
  const characters = [...topic]
  if (characters.length <= TOPIC_LIMIT) return topic
  return `${characters.slice(0, TOPIC_LIMIT - 3).join('')}...`
}
