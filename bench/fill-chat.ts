import { createHash } from 'node:crypto'
import { type Insertable, sql } from 'kysely'
import { indexMessages } from '#built/chat/messages/search-index/index-messages'
import { addToIndex } from '#built/chat/messages/search-index/message-index-store'
import { jsonRows } from '#built/platform/database/statements/json-rows'
import type { Chat } from '../src/chat/chat.ts'
import type { Db } from '../src/chat/chat-platform.ts'
import type { ChatTables } from '../src/chat/chat-tables.ts'
import { step } from './progress.ts'

/** Rows per transaction. PostgreSQL ends transactions whose client is busy for long. */
const BATCH = 2000
const SINCE = 1_700_000_000

/** The key of a person follows from their number, so that a load generator needs no list of keys. */
const keyOf = (index: number) => createHash('sha256').update(`person ${index}`).digest('hex').slice(0, 32)
const emailOf = (index: number) => `person${index}@example.com`
export const nameOf = (index: number) => `Person Number ${index}`

export const authorizationOf = (index: number) =>
  `Basic ${Buffer.from(`${emailOf(index)}:${keyOf(index)}`).toString('base64')}`

/** Adds people without events. Returns their ids: the key of the first is `authorizationOf(0)`. */
export async function addPeople(chat: Chat, realmId: number, count: number): Promise<number[]> {
  const ids: number[] = []
  for (let start = 0; start < count; start += BATCH) {
    const indexes = Array.from({ length: Math.min(BATCH, count - start) }, (_, offset) => start + offset)
    const sealed = indexes.map((index) => chat.secrets.encrypt(keyOf(index)))
    // A transaction that PostgreSQL has ended runs again: only what it returns is stored.
    const added = await chat.database.write(realmId, {
      async work(batch) {
        const sequence = await batch.sequence(realmId, 'users')
        const rows = indexes.map((index): Insertable<ChatTables['users']> => {
          sequence.value += 1
          return {
            realm_id: realmId,
            id: sequence.value,
            email: emailOf(index),
            email_key: emailOf(index),
            email_proven: 1,
            full_name: nameOf(index),
            name_key: nameOf(index).toLowerCase(),
            short_name: `person${index}`,
            role: 'member',
            is_system: 0,
            is_active: 1,
            date_joined: SINCE,
            timezone: '',
            api_key_hash: chat.secrets.hash(keyOf(index)),
            api_key_sealed: sealed[index - start]!,
            settings: '{}',
            owner_told_at: 0,
          }
        })
        await insertRows(batch.db, 'users', rows)
        return rows.map(({ id }) => id)
      },
    })
    ids.push(...added)
  }
  return ids
}

export interface FilledStream {
  id: number
  recipientId: number
  name: string
}

/** Public streams without subscribers. */
export function addStreams(chat: Chat, realmId: number, names: readonly string[]): Promise<FilledStream[]> {
  return chat.database.write(realmId, {
    async work(batch) {
      const ids = await batch.sequence(realmId, 'streams')
      const recipients = await batch.sequence(realmId, 'recipients')
      const streams = names.map((name) => {
        ids.value += 1
        recipients.value += 1
        return { id: ids.value, recipientId: recipients.value, name }
      })
      await insertRows(
        batch.db,
        'recipients',
        streams.map(({ id, recipientId }) => ({ realm_id: realmId, id: recipientId, stream_id: id })),
      )
      await insertRows(
        batch.db,
        'streams',
        streams.map(({ id, recipientId, name }) => ({
          realm_id: realmId,
          id,
          name,
          name_key: name,
          description: '',
          rendered_description: '',
          invite_only: 0,
          history_public: 1,
          announcement_only: 0,
          is_default: 0,
          created_at: SINCE,
          deactivated: 0,
          recipient_id: recipientId,
          email_token: `token${id}`,
          traffic_counted_at: 0,
        })),
      )
      return streams
    },
  })
}

/** Subscribes people since the first message of each stream. */
export async function subscribe(
  chat: Chat,
  realmId: number,
  pairs: readonly (readonly [userId: number, stream: FilledStream])[],
): Promise<void> {
  for (let start = 0; start < pairs.length; start += BATCH) {
    const part = pairs.slice(start, start + BATCH)
    await chat.database.write(realmId, {
      async work({ db }) {
        await insertRows(
          db,
          'subscriptions',
          part.map(([userId, { id }]) => ({
            realm_id: realmId,
            user_id: userId,
            stream_id: id,
            active: 1,
            color: '#76ce90',
            pin_to_top: 0,
            is_muted: 0,
          })),
        )
        await insertRows(
          db,
          'receptions',
          part.map(([userId, { id, recipientId }]) => ({
            realm_id: realmId,
            user_id: userId,
            recipient_id: recipientId,
            stream_id: id,
            from_message: 0,
            from_event: 0,
          })),
        )
      },
    })
  }
}

export interface FilledMessage {
  stream: FilledStream
  senderId: number
  topic: string
  content: string
}

/** Adds messages without events, and adds them to the search index as the server would have done by now. */
export async function addMessages(
  chat: Chat,
  realmId: number,
  count: number,
  write: (index: number) => FilledMessage,
): Promise<void> {
  // The index has no gaps: messages that are there already come first.
  await indexMessages(chat, { atLeast: 1, steps: Number.POSITIVE_INFINITY })
  if (count > BATCH) step(`writing ${count.toLocaleString('en')} messages`)
  for (let start = 0; start < count; start += BATCH) {
    const length = Math.min(BATCH, count - start)
    const messages = Array.from({ length }, (_, offset) => write(start + offset))
    await chat.database.write(realmId, {
      async work(batch) {
        const ids = await batch.sequence(realmId, 'messages')
        const rows = messages.map(({ stream, senderId, topic, content }, offset) => {
          ids.value += 1
          return {
            realm_id: realmId,
            id: ids.value,
            recipient_id: stream.recipientId,
            stream_id: stream.id,
            sender_id: senderId,
            topic,
            topic_key: topic,
            client: 'bench',
            content,
            rendered_content: `<p>${content}</p>`,
            sent_at: SINCE + start + offset,
            has_link: 0,
            has_image: 0,
            has_attachment: 0,
            mentions_everyone: 0,
            event_position: 0,
          }
        })
        await insertRows(batch.db, 'messages', rows)
        await addToIndex(batch.db, realmId, rows)
        const marks = { low: 0, high: ids.value }
        await batch.db
          .insertInto('search_marks')
          .values({ realm_id: realmId, ...marks })
          .onConflict((conflict) => conflict.column('realm_id').doUpdateSet(marks))
          .execute()
      },
    })
  }
}

/** Marks everything as read up to the newest message but `unread(user)`, in each stream of these people. */
export async function markRead(
  chat: Chat,
  realmId: number,
  userIds: readonly number[],
  unread: (userId: number) => number = () => 0,
): Promise<void> {
  for (let start = 0; start < userIds.length; start += BATCH) {
    const part = userIds.slice(start, start + BATCH)
    await chat.database.write(realmId, {
      async work(batch) {
        const { value } = await batch.sequence(realmId, 'messages')
        const receptions = await batch.db
          .selectFrom('receptions')
          .select(['user_id', 'recipient_id'])
          .where('realm_id', '=', realmId)
          .where('user_id', '>=', part[0]!)
          .where('user_id', '<=', part.at(-1)!)
          .execute()
        await insertRows(
          batch.db,
          'read_ranges',
          receptions.map(({ user_id, recipient_id }) => ({
            realm_id: realmId,
            user_id,
            recipient_id,
            from_id: 1,
            to_id: Math.max(1, value - unread(user_id)),
          })),
        )
      },
    })
  }
}

/** Thousands of rows in one statement, which reads them from one JSON text: binding each value is slow. */
export async function insertRows<Name extends keyof ChatTables & string>(
  db: Db,
  table: Name,
  rows: readonly Insertable<ChatTables[Name]>[],
): Promise<void> {
  if (rows.length === 0) return
  const columns = Object.keys(rows[0]!)
  const values = rows.map((row) => Object.values(row) as (string | number | null)[])
  const selected = columns.map((_, index) => {
    const value = sql`value ->> ${sql.lit(index)}`
    return values.some((row) => typeof row[index] === 'number') ? sql`cast(${value} as bigint)` : value
  })
  const names = sql.join(columns.map((name) => sql.ref(name)))
  const source = jsonRows(db, JSON.stringify(values))
  await sql`insert into ${sql.table(table)} (${names}) select ${sql.join(selected)} from ${source}`.execute(
    db,
  )
}
