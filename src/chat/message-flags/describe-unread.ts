import type { Db } from '../chat.ts'
import { listMutedTopics } from '../muted-topics/muted-topic-store.ts'
import type { MessageFlagsTable } from '../read-state/message-flags-table.ts'
import type { UnreadMessage } from '../read-state/unread-store.ts'
import { listConversations } from '../recipients/conversation-store.ts'
import { listSubscriptionRows } from '../subscriptions/subscription-store.ts'
import type { Actor } from '../users/user.ts'

/** Where an unread message belongs, for clients that do not have the message itself. */
export type UnreadDetails = { mentioned?: true } & (
  | { type: 'private'; user_ids: number[] }
  | { type: 'stream'; stream_id: number; topic: string; unmuted_stream_msg: boolean }
)

/** By message id. */
export async function describeUnread(
  db: Db,
  { realm, user }: Actor,
  messages: readonly UnreadMessage[],
  rows: ReadonlyMap<number, MessageFlagsTable>,
): Promise<Record<number, UnreadDetails>> {
  const hasPrivate = messages.some((message) => message.stream_id === null)
  const conversations = hasPrivate ? await listConversations(db, realm.id, user.id) : new Map()
  const subscriptions = await listSubscriptionRows(db, realm.id, user.id)
  const mutedStreams = new Set(subscriptions.filter((row) => row.is_muted === 1).map((row) => row.stream_id))
  const topics = await listMutedTopics(db, realm.id, user.id)
  const mutedTopics = new Set(topics.map((row) => `${row.stream_id}:${row.topic_key}`))
  const details: Record<number, UnreadDetails> = {}
  for (const { id, stream_id, topic, topic_key, recipient_id, mentions_everyone } of messages) {
    const isMentioned = rows.get(id)?.mentioned === 1 || mentions_everyone === 1
    const isMuted = mutedStreams.has(stream_id!) || mutedTopics.has(`${stream_id}:${topic_key}`)
    const place: UnreadDetails =
      stream_id === null
        ? { type: 'private', user_ids: others(conversations.get(recipient_id) ?? [], user.id) }
        : { type: 'stream', stream_id, topic, unmuted_stream_msg: !isMuted }
    details[id] = isMentioned ? { ...place, mentioned: true } : place
  }
  return details
}

const others = (members: readonly number[], own: number) => members.filter((id) => id !== own)
