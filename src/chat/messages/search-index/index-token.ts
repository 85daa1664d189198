import { createHash } from 'node:crypto'
import type { Engine } from '../../../platform/database/database.ts'
import type { Condition, MessageColumn } from '../../history/narrows/condition.ts'
import type { MessagesTable } from '../messages-table.ts'

/**
 * The index is divided into segments of 2^bits message ids, and every token names its organization and segment. A word
 * that is in every message costs a search no more than one segment, and the words of one organization cost the others
 * nothing. SQLite walks a segment in order; PostgreSQL has to sort what it finds in one.
 */
const segmentBits: Record<Engine, number> = { sqlite: 15, postgres: 13 }

export const segmentOf = (engine: Engine, messageId: number) =>
  Math.floor(messageId / 2 ** segmentBits[engine])

/** Put in front of each token. Tokens never contain these characters. */
export const segmentPrefix = (realmId: number, segment: number) =>
  `${realmId.toString(36)}_${segment.toString(36)}:`

type Place = Pick<
  MessagesTable,
  'recipient_id' | 'sender_id' | 'stream_id' | 'topic_key' | 'has_link' | 'has_image' | 'has_attachment'
>

/**
 * Stream, topic, sender and so on as tokens, so that a common word is found quickly in a topic with few messages. Words
 * never begin with `=`.
 */
export function placeTokens(message: Place): string[] {
  const tokens = [`=r${message.recipient_id}`, `=s${message.sender_id}`]
  tokens.push(message.stream_id === null ? '=p' : topicToken(message.topic_key))
  if (message.has_link) tokens.push('=hlink')
  if (message.has_image) tokens.push('=himage')
  if (message.has_attachment) tokens.push('=hattachment')
  return tokens
}

/** A message that meets the condition has one of these tokens. undefined: the index does not know. */
export function tokensOfCondition(condition: Condition): string[] | undefined {
  if (condition.negated) return undefined
  switch (condition.kind) {
    case 'column': {
      const token = columnTokens.get(condition.column)
      return token && condition.values.length <= VALUES_AT_ONCE ? condition.values.map(token) : undefined
    }
    case 'topic':
      return [topicToken(condition.key)]
    case 'private':
      return ['=p']
    default:
      return undefined
  }
}

const VALUES_AT_ONCE = 20

/** What placeTokens writes for a column. */
const columnTokens = new Map<MessageColumn, (value: number) => string>([
  ['recipient_id', (id) => `=r${id}`],
  ['sender_id', (id) => `=s${id}`],
  ['has_link', () => '=hlink'],
  ['has_image', () => '=himage'],
  ['has_attachment', () => '=hattachment'],
])

/** Topics are long and may contain any character. */
const topicToken = (key: string) => `=t${createHash('sha256').update(key).digest('hex').slice(0, 20)}`
