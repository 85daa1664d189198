import { createHash } from 'node:crypto'
import type { Engine } from '../../platform/database/database.ts'
import type { MessagesTable } from '../messages/messages-table.ts'
import type { Condition, MessageColumn } from '../narrows/condition.ts'

/**
 * Messages are indexed in shelves of so many ids, and every token names its organization and shelf. So a
 * word that is in every message costs a search no more than one shelf, and nobody's words cost the others
 * anything. SQLite walks a shelf in order; PostgreSQL has to sort what it finds on one.
 */
const shelfBits: Record<Engine, number> = { sqlite: 15, postgres: 13 }

export const shelfOf = (engine: Engine, messageId: number) => Math.floor(messageId / 2 ** shelfBits[engine])

/** Stands before each token. No token has these characters in it. */
export const shelfPrefix = (realmId: number, shelf: number) =>
  `${realmId.toString(36)}_${shelf.toString(36)}:`

type Place = Pick<
  MessagesTable,
  'recipient_id' | 'sender_id' | 'stream_id' | 'topic_key' | 'has_link' | 'has_image' | 'has_attachment'
>

/**
 * Where a message stands, as tokens: a word that is common everywhere is then found quickly in a place that
 * has few messages. They begin with what no word begins with.
 */
export function placeTokens(message: Place): string[] {
  const tokens = [`=r${message.recipient_id}`, `=s${message.sender_id}`]
  tokens.push(message.stream_id === null ? '=p' : topicToken(message.topic_key))
  if (message.has_link) tokens.push('=hlink')
  if (message.has_image) tokens.push('=himage')
  if (message.has_attachment) tokens.push('=hattachment')
  return tokens
}

/** Tokens one of which a message must have to fulfil a condition. undefined: the index cannot tell. */
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

/** Topics hold any characters and are long. */
const topicToken = (key: string) => `=t${createHash('sha256').update(key).digest('hex').slice(0, 20)}`
