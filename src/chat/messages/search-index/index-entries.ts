import type { Engine } from '../../../platform/database/database.ts'
import type { MessagesTable } from '../messages-table.ts'
import { placeTokens, segmentOf, segmentPrefix } from './index-token.ts'
import { BREAK, messageWords } from './message-words.ts'

export const indexedColumns = [
  'id',
  'recipient_id',
  'stream_id',
  'sender_id',
  'topic',
  'topic_key',
  'rendered_content',
  'has_link',
  'has_image',
  'has_attachment',
] as const
export type MessageToIndex = Pick<MessagesTable, (typeof indexedColumns)[number]>

/**
 * SQLite keeps the rows of all organizations in one table. Combines organization and row id in one number below 2^53.
 */
export const firstRowOf = (realmId: number) => realmId * 2 ** 32

/** The index entry of a message. A list of entries is passed to the database as JSON. */
export const indexEntry = (engine: Engine, realmId: number, message: MessageToIndex): unknown =>
  (engine === 'sqlite' ? sqliteEntry : postgresEntry)(realmId, message)

function sqliteEntry(realmId: number, message: MessageToIndex) {
  const prefix = segmentPrefix(realmId, segmentOf('sqlite', message.id))
  const words = messageWords(message.topic, message.rendered_content)
  // The place tokens stand between topic and content, so no phrase can span both.
  const tokens = words.replace(` ${BREAK} `, ` ${placeTokens(message).join(' ')} `)
  return [firstRowOf(realmId) + message.id, tokens.trim().replaceAll(' ', ` ${prefix}`).replace(/^/, prefix)]
}

function postgresEntry(realmId: number, message: MessageToIndex) {
  const words = messageWords(message.topic, message.rendered_content)
  return {
    id: message.id,
    prefix: segmentPrefix(realmId, segmentOf('postgres', message.id)),
    words,
    tokens: words.replace(` ${BREAK} `, ` ${placeTokens(message).join(' ')} `).trim(),
  }
}
