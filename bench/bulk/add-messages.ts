import type { Chat } from '../../src/chat/chat.ts'
import { loadIndexMessages, loadMessageIndexStore } from '../built.ts'
import { stepOf } from '../progress.ts'
import type { BulkStream } from './add-streams.ts'
import { insertRows } from './insert-rows.ts'

const AT_ONCE = 5000
const columns = [
  'realm_id',
  'id',
  'recipient_id',
  'stream_id',
  'sender_id',
  'topic',
  'topic_key',
  'client',
  'content',
  'rendered_content',
  'sent_at',
  'has_link',
  'has_image',
  'has_attachment',
  'mentions_everyone',
  'event_position',
]

export interface BulkMessage {
  stream: BulkStream
  senderId: number
  topic: string
  content: string
}

/** Messages that were always there, and in the index of the search as if the server had put them there. */
export async function addMessagesInBulk(
  chat: Chat,
  realmId: number,
  count: number,
  write: (index: number) => BulkMessage,
): Promise<void> {
  const { indexMessages } = await loadIndexMessages()
  const { addToIndex } = await loadMessageIndexStore()
  // The index has no gaps: what is there already comes first.
  await indexMessages(chat, { atLeast: 1, steps: Number.POSITIVE_INFINITY })
  for (let start = 0; start < count; start += AT_ONCE) {
    await chat.database.write(realmId, {
      async work(batch) {
        const ids = await batch.sequence(realmId, 'messages')
        const messages = []
        for (let index = start; index < Math.min(start + AT_ONCE, count); index += 1) {
          ids.value += 1
          messages.push({ id: ids.value, sentAt: 1_700_000_000 + index, ...write(index) })
        }
        const rows = messages.map(({ id, sentAt, stream, senderId, topic, content }) => [
          ...[realmId, id, stream.recipientId, stream.id, senderId, topic, topic, 'bench'],
          ...[content, `<p>${content}</p>`, sentAt, 0, 0, 0, 0, 0],
        ])
        await insertRows(batch.db, 'messages', columns, rows)
        await addToIndex(
          batch.db,
          realmId,
          messages.map(({ id, stream, senderId, topic, content }) => ({
            id,
            recipient_id: stream.recipientId,
            stream_id: stream.id,
            sender_id: senderId,
            topic,
            topic_key: topic,
            rendered_content: `<p>${content}</p>`,
            has_link: 0,
            has_image: 0,
            has_attachment: 0,
          })),
        )
        const marks = { low: 0, high: ids.value }
        await batch.db
          .insertInto('search_marks')
          .values({ realm_id: realmId, ...marks })
          .onConflict((conflict) => conflict.column('realm_id').doUpdateSet(marks))
          .execute()
      },
    })
    stepOf('messages', Math.min(start + AT_ONCE, count), count)
  }
}
