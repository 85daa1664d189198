import { randomBytes } from 'node:crypto'
import { secondsOf } from '../../platform/clock.ts'
import type { ChatPlatform, ChatTransaction } from '../chat-platform.ts'
import type { Realm } from '../identity/realms/realm.ts'
import type { User } from '../identity/users/user.ts'
import { renderShortText } from '../markdown/render-short-text.ts'
import { insertRecipient } from '../streams/recipients/recipient-store.ts'
import type { Stream } from '../streams/stream.ts'
import { streamCreated } from '../streams/stream-events.ts'
import { insertStream } from '../streams/stream-store.ts'

export interface NewStream {
  name: string
  description: string
  inviteOnly: boolean
  historyPublic: boolean
  announcementOnly: boolean
  isDefault?: boolean
  /** null: the organization's setting */
  retentionDays?: number | null
  folderId?: number | null
}

/** Within a transaction, after the caller has checked that the actor may create it. */
export async function addStream(
  chat: ChatPlatform,
  transaction: ChatTransaction,
  realm: Realm,
  creator: User | null,
  input: NewStream,
): Promise<Stream> {
  const recipientId = await transaction.next('recipients')
  const stream: Stream = {
    realm_id: realm.id,
    id: await transaction.next('streams'),
    name: input.name,
    name_key: input.name.toLowerCase(),
    description: input.description,
    rendered_description: renderShortText(input.description),
    invite_only: input.inviteOnly ? 1 : 0,
    history_public: input.historyPublic ? 1 : 0,
    announcement_only: input.announcementOnly ? 1 : 0,
    is_default: input.isDefault ? 1 : 0,
    creator_id: creator?.id ?? null,
    created_at: secondsOf(chat.clock),
    deactivated: 0,
    archived_at_event: null,
    recipient_id: recipientId,
    first_message_id: null,
    email_token: randomBytes(16).toString('hex'),
    weekly_traffic: null,
    traffic_counted_at: 0,
    message_retention_days: input.retentionDays ?? null,
    folder_id: input.folderId ?? null,
  }
  await insertRecipient(transaction.db, {
    realm_id: realm.id,
    id: recipientId,
    stream_id: stream.id,
    members: null,
  })
  await insertStream(transaction.db, stream)
  transaction.announce(streamCreated(stream))
  return stream
}
