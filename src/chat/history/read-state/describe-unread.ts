import type { Db } from '../../chat.ts'
import type { Actor } from '../../identity/users/user.ts'
import { listFlagsAmong } from '../../messages/flags/message-flag-store.ts'
import { listConversations } from '../../streams/recipients/conversation-store.ts'
import { loadMutes } from '../../streams/topic-visibility/mutes.ts'
import type { UnreadMessage } from './unread-store.ts'

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
): Promise<Record<number, UnreadDetails>> {
  const hasPrivate = messages.some((message) => message.stream_id === null)
  const conversations = hasPrivate ? await listConversations(db, realm.id, user.id) : new Map()
  const mutes = await loadMutes(db, realm.id, user.id)
  const rows = await listFlagsAmong(
    db,
    realm.id,
    user.id,
    messages.map(({ id }) => id),
  )
  const mentioned = new Set(rows.filter((row) => row.mentioned === 1).map((row) => row.message_id))
  const details: Record<number, UnreadDetails> = {}
  for (const { id, stream_id, topic, topic_key, recipient_id, mentions_everyone } of messages) {
    const isMentioned = mentioned.has(id) || mentions_everyone === 1
    const place: UnreadDetails =
      stream_id === null
        ? { type: 'private', user_ids: others(conversations.get(recipient_id) ?? [], user.id) }
        : { type: 'stream', stream_id, topic, unmuted_stream_msg: !mutes.isMuted(stream_id, topic_key) }
    details[id] = isMentioned ? { ...place, mentioned: true } : place
  }
  return details
}

const others = (members: readonly number[], own: number) => members.filter((id) => id !== own)
