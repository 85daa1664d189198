import { secondsOf } from '../../../platform/clock.ts'
import { isMemoryCurrent } from '../../../platform/events/transact.ts'
import type { Audience } from '../../audience.ts'
import type { ChatTransaction } from '../../chat-platform.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import { listActiveBots } from '../../identity/users/user-store.ts'
import { GENERIC_BOT } from '../../people/bots/bot.ts'
import { mentionedPeople } from '../../people/user-groups/mentioned-people.ts'
import { openConversation } from '../../streams/recipients/recipient-store.ts'
import { isOpenTo } from '../../streams/stream-access.ts'
import { noteFirstMessage } from '../../streams/stream-store.ts'
import { listSubscribersWithin, type Streams } from '../../streams/streams.ts'
import { claimAttachments } from '../attachments/claim-attachments.ts'
import { insertFlags } from '../flags/message-flag-store.ts'
import { storeReadBy } from '../flags/read-range-store.ts'
import { messageSent } from '../message-events.ts'
import { displayPeople, messageParts } from '../message-parts.ts'
import { insertMessage } from '../message-store.ts'
import type { Destination, MessageToWrite } from '../message-to-write.ts'
import type { Messages } from '../messages.ts'
import type { MessagesTable } from '../messages-table.ts'
import { attachWidget } from '../submessages/attach-widget.ts'
import { queueWebhookPosts } from '../webhook-posts/queue-webhook-posts.ts'

/**
 * Stores a message and announces it. The caller has checked everything in the same transaction. The cost does not grow
 * with the number of readers: rows are written only for the few users whose flags differ.
 */
export async function writeMessage(
  chat: Messages,
  transaction: ChatTransaction,
  realm: Realm,
  input: MessageToWrite,
): Promise<number> {
  const { sender, destination, rendered } = input
  const message: MessagesTable = {
    realm_id: realm.id,
    id: await transaction.next('messages'),
    recipient_id: await recipientId(transaction, realm, destination),
    stream_id: destination.kind === 'stream' ? destination.stream.id : null,
    sender_id: sender.id,
    topic: destination.kind === 'stream' ? destination.topic : '',
    topic_key: destination.kind === 'stream' ? destination.topic.toLowerCase() : '',
    client: input.client,
    content: input.content,
    rendered_content: rendered.html,
    sent_at: secondsOf(chat.clock),
    edited_at: null,
    has_link: rendered.hasLink ? 1 : 0,
    has_image: rendered.hasImage ? 1 : 0,
    has_attachment: rendered.hasAttachment ? 1 : 0,
    mentions_everyone: rendered.mentionsEveryone ? 1 : 0,
    // Nothing else may be announced between here and the message itself.
    event_position: transaction.position + 1,
  }
  await insertMessage(transaction.db, message)
  if (destination.kind === 'stream' && destination.stream.first_message_id === null) {
    await noteFirstMessage(transaction.db, {
      realmId: realm.id,
      streamId: destination.stream.id,
      id: message.id,
    })
  }
  const alerts = (await chat.alertMatchers.require(realm.id))(input.content)
  const named = await mentionedPeople(transaction.db, realm.id, rendered)
  const mutedBy = (await chat.mutings.require(realm.id)).get(sender.id) ?? []
  const readers = [...input.readBy, ...mutedBy]
  const receivers = new Set(
    await receiversAmong(chat, transaction, destination, [...alerts, ...named, ...readers]),
  )
  const alerted = alerts.filter((id) => receivers.has(id))
  const bots = (
    await findMentionedBots(chat, transaction, realm, destination, rendered.mentionedUserIds)
  ).filter((id) => !receivers.has(id))
  const mentioned = [...named.filter((id) => receivers.has(id)), ...bots]
  const read = [...new Set(readers)].filter((id) => receivers.has(id))
  const { linkifiers } = await chat.vocabularies.require(realm.id)
  await insertFlags(transaction.db, message, concernedBy(mentioned, alerted))
  await storeReadBy(transaction.db, message, read)
  await queueWebhookPosts(chat, transaction, realm, message, input)
  const attached = await attachWidget(transaction, message)
  const shown = displayRecipient(destination)
  transaction.announce(
    messageSent(
      {
        message: messageParts(chat, realm, message, sender, shown, linkifiers, attached),
        mentioned,
        alerted,
        everyone: rendered.mentionsEveryone,
        read,
        ...(input.local && { local: input.local }),
      },
      audienceOf(destination, bots),
    ),
  )
  if (rendered.hasAttachment) {
    await claimAttachments(chat, transaction, { realm, user: sender }, message, rendered.html)
  }
  return message.id
}

async function recipientId(
  transaction: ChatTransaction,
  realm: Realm,
  destination: Destination,
): Promise<number> {
  if (destination.kind === 'stream') return destination.stream.recipient_id
  return openConversation(
    transaction,
    realm.id,
    destination.people.map((user) => user.id),
  )
}

/** Only recipients of the message have flags for it. */
export async function receiversAmong(
  chat: Streams,
  transaction: ChatTransaction,
  destination: Destination,
  userIds: readonly number[],
): Promise<number[]> {
  if (userIds.length === 0) return []
  if (destination.kind === 'private') {
    return destination.people.map((user) => user.id).filter((id) => userIds.includes(id))
  }
  return listSubscribersWithin(chat, transaction, destination.stream, userIds)
}

function concernedBy(mentioned: readonly number[], alerted: readonly number[]) {
  const named = new Set(mentioned)
  const alerts = new Set(alerted)
  return [...new Set([...mentioned, ...alerted])].map((userId) => ({
    userId,
    mentioned: named.has(userId),
    alerted: alerts.has(userId),
  }))
}

function displayRecipient(destination: Destination) {
  return destination.kind === 'stream' ? destination.stream.name : displayPeople(destination.people)
}

function audienceOf(destination: Destination, bots: readonly number[]): Audience {
  if (destination.kind === 'private') return { users: destination.people.map((user) => user.id) }
  const { stream } = destination
  return stream.invite_only
    ? { subscribersOf: stream.id }
    : { subscribersOf: stream.id, publicWatchers: true, ...(bots.length > 0 && { users: bots }) }
}

/**
 * Generic bots that a message to a public stream mentions. They receive it without a subscription, so that a bot can be
 * called from anywhere.
 */
async function findMentionedBots(
  chat: Messages,
  transaction: ChatTransaction,
  realm: Realm,
  destination: Destination,
  mentioned: readonly number[],
): Promise<number[]> {
  if (destination.kind === 'private' || destination.stream.invite_only === 1 || mentioned.length === 0)
    return []
  const bots = isMemoryCurrent(chat.follower, transaction, ['realm_user', 'realm_bot'])
    ? await chat.genericBots.require(realm.id)
    : await listActiveBots(transaction.db, realm.id, GENERIC_BOT)
  return bots
    .filter((user) => mentioned.includes(user.id) && isOpenTo({ realm, user }, destination.stream))
    .map((user) => user.id)
}
