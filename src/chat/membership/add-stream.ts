import { randomBytes } from 'node:crypto'
import { secondsOf } from '../../platform/clock.ts'
import type { ChatPlatform, ChatTransaction } from '../chat-platform.ts'
import type { Realm } from '../identity/realms/realm.ts'
import type { User } from '../identity/users/user.ts'
import { renderShortText } from '../markdown/render-short-text.ts'
import { insertRecipients } from '../streams/recipients/recipient-store.ts'
import type { Stream } from '../streams/stream.ts'
import { streamCreated } from '../streams/stream-events.ts'
import { streamsTable } from '../streams/streams-table.ts'

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

/** Within a transaction, after the caller has checked that the actor may create them. */
export async function addStreams(
  chat: ChatPlatform,
  transaction: ChatTransaction,
  realm: Realm,
  creator: User | null,
  inputs: readonly NewStream[],
): Promise<Stream[]> {
  const streams: Stream[] = []
  for (const input of inputs) {
    const recipientId = await transaction.next('recipients')
    const id = await transaction.next('streams')
    streams.push(newStream(chat, realm, creator, input, id, recipientId))
  }
  await insertRecipients(
    transaction.db,
    streams.map(({ id, recipient_id }) => ({
      realm_id: realm.id,
      id: recipient_id,
      stream_id: id,
      members: null,
    })),
  )
  await streamsTable.insert(transaction.db, streams)
  for (const stream of streams) transaction.announce(streamCreated(stream))
  return streams
}

function newStream(
  chat: ChatPlatform,
  realm: Realm,
  creator: User | null,
  input: NewStream,
  id: number,
  recipientId: number,
): Stream {
  return {
    realm_id: realm.id,
    id,
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
}
