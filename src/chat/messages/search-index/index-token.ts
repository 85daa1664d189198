import { createHash } from 'node:crypto'
import type { Engine } from '../../../platform/database/database.ts'
import type { MessagesTable } from '../messages-table.ts'

/**
 * The index is divided into segments of 2^bits message ids, and every token names its organization and segment. So a
 * search for a word that is in every message reads only one segment, and other organizations cost nothing. SQLite reads
 * a segment in order; PostgreSQL has to sort the matches of a segment.
 */
const segmentBits: Record<Engine, number> = { sqlite: 15, postgres: 13 }

export const segmentOf = (engine: Engine, messageId: number) =>
  Math.floor(messageId / 2 ** segmentBits[engine])

/** Prefix of each token. Tokens never contain these characters. */
export const segmentPrefix = (realmId: number, segment: number) =>
  `${realmId.toString(36)}_${segment.toString(36)}:`

type Place = Pick<
  MessagesTable,
  'recipient_id' | 'sender_id' | 'stream_id' | 'topic_key' | 'has_link' | 'has_image' | 'has_attachment'
>

/**
 * Stream, topic, sender and so on as tokens, so that a search for a common word in a small topic is fast. Words never
 * start with `=`.
 */
export function placeTokens(message: Place): string[] {
  const tokens = [`=r${message.recipient_id}`, `=s${message.sender_id}`]
  tokens.push(message.stream_id === null ? '=p' : topicToken(message.topic_key))
  if (message.has_link) tokens.push('=hlink')
  if (message.has_image) tokens.push('=himage')
  if (message.has_attachment) tokens.push('=hattachment')
  return tokens
}

/** Hashed, because topics are long and may contain any character. */
export const topicToken = (key: string) => `=t${createHash('sha256').update(key).digest('hex').slice(0, 20)}`
