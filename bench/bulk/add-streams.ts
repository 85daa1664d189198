import type { Chat } from '../../src/chat/chat.ts'
import { insertRows } from './insert-rows.ts'

export interface BulkStream {
  id: number
  recipientId: number
  name: string
}

const streamColumns = [
  'realm_id',
  'id',
  'name',
  'name_key',
  'description',
  'rendered_description',
  'invite_only',
  'history_public',
  'announcement_only',
  'is_default',
  'created_at',
  'deactivated',
  'recipient_id',
  'email_token',
]

/** Public streams that were always there. */
export function addStreamsInBulk(
  chat: Chat,
  realmId: number,
  names: readonly string[],
): Promise<BulkStream[]> {
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
        ['realm_id', 'id', 'stream_id'],
        streams.map(({ id, recipientId }) => [realmId, recipientId, id]),
      )
      await insertRows(
        batch.db,
        'streams',
        streamColumns,
        streams.map(({ id, recipientId, name }) => [
          ...[realmId, id, name, name, '', '', 0, 1, 0, 0, 1_700_000_000, 0],
          ...[recipientId, `token${id}`],
        ]),
      )
      return streams
    },
  })
}

const AT_ONCE = 20_000
const subscriptionColumns = ['realm_id', 'user_id', 'stream_id', 'active', 'color', 'pin_to_top', 'is_muted']
const receptionColumns = ['realm_id', 'user_id', 'recipient_id', 'stream_id', 'from_message', 'from_event']

/** Who is in which stream, since its first message. */
export async function subscribeInBulk(
  chat: Chat,
  realmId: number,
  pairs: readonly (readonly [userId: number, stream: BulkStream])[],
): Promise<void> {
  for (let start = 0; start < pairs.length; start += AT_ONCE) {
    const part = pairs.slice(start, start + AT_ONCE)
    await chat.database.write(realmId, {
      async work({ db }) {
        await insertRows(
          db,
          'subscriptions',
          subscriptionColumns,
          part.map(([userId, { id }]) => [realmId, userId, id, 1, '#76ce90', 0, 0]),
        )
        await insertRows(
          db,
          'receptions',
          receptionColumns,
          part.map(([userId, { id, recipientId }]) => [realmId, userId, recipientId, id, 0, 0]),
        )
      },
    })
  }
}

/** Up to here everybody has read everything. */
export async function markAllRead(chat: Chat, realmId: number, userIds: readonly number[]): Promise<void> {
  for (let start = 0; start < userIds.length; start += AT_ONCE) {
    const part = userIds.slice(start, start + AT_ONCE)
    await chat.database.write(realmId, {
      async work(batch) {
        const { value } = await batch.sequence(realmId, 'messages')
        const places = await batch.db
          .selectFrom('receptions')
          .select(['user_id', 'recipient_id'])
          .where('realm_id', '=', realmId)
          .where('user_id', 'in', part)
          .execute()
        await insertRows(
          batch.db,
          'read_ranges',
          ['realm_id', 'user_id', 'recipient_id', 'from_id', 'to_id'],
          places.map(({ user_id, recipient_id }) => [realmId, user_id, recipient_id, 1, value]),
        )
      },
    })
  }
}
