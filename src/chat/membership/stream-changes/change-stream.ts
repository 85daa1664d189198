import type { ChatTransaction, Db } from '../../chat-platform.ts'
import { dropEverybodysLostStars } from '../../history/read-state/drop-lost-stars.ts'
import { recordAudit } from '../../identity/audit/record-audit.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import { type Actor, isAdministrator, isGuest } from '../../identity/users/user.ts'
import { usersTable } from '../../identity/users/users-table.ts'
import type { Messages } from '../../messages/messages.ts'
import { sendNotification } from '../../messages/sending/send-notification.ts'
import type { Stream } from '../../streams/stream.ts'
import {
  audienceOfStream,
  postPolicy,
  streamCreated,
  streamDeleted,
  streamUpdated,
} from '../../streams/stream-events.ts'
import { streamsTable } from '../../streams/streams-table.ts'
import { peersListed } from '../../streams/subscriptions/subscription-events.ts'
import {
  deleteLeftSubscriptions,
  listSettingOwners,
  listSubscriberIds,
} from '../../streams/subscriptions/subscription-store.ts'
import { streamEmailAddress } from '../../streams/subscriptions/subscription-view.ts'
import { deleteTopicSettings } from '../../streams/topic-visibility/delete-topic-settings.ts'
import { listMutersIn } from '../../streams/topic-visibility/muted-topic-store.ts'
import { announceMutedTopics } from '../../streams/topic-visibility/set-topic-visibility.ts'
import { withdrawBotsFrom } from '../withdraw-bot.ts'
import { announceDefaultStreams } from './change-default-streams.ts'
import { findStreamToChange, planStreamChange, type StreamChange } from './plan-stream-change.ts'

/**
 * All events of one change carry the old name, and the new name comes last, because older clients find streams by name.
 */
export function changeStream(
  chat: Messages,
  actor: Actor,
  streamId: number,
  wanted: StreamChange,
): Promise<void> {
  return chat.transact(actor.realm.id, async (transaction) => {
    const was = await findStreamToChange(transaction.db, actor, streamId, wanted)
    const is = await planStreamChange(transaction.db, actor.realm, was, wanted)
    await streamsTable.update(transaction.db, { realm_id: actor.realm.id, id: was.id }, changedColumns(is))
    if (was.invite_only !== is.invite_only || was.history_public !== is.history_public) {
      await announcePrivacy(transaction, actor.realm, was, is)
    }
    if (!was.invite_only && is.invite_only) await withdrawBotsFrom(transaction, actor.realm, is)
    announceRest(transaction, was, is)
    await recordStream(transaction, was, is)
    if (was.name !== is.name) await announceName(chat, transaction, actor, was, is)
    if (was.is_default || is.is_default) await announceDefaultStreams(transaction, actor.realm)
  })
}

/** Only the columns that can change here: a concurrent message may set others. */
function changedColumns(is: Stream): Partial<Stream> {
  const { name, name_key, description, rendered_description } = is
  const { invite_only, history_public, announcement_only, is_default, message_retention_days, folder_id } = is
  return {
    name,
    name_key,
    description,
    rendered_description,
    invite_only,
    history_public,
    announcement_only,
    is_default,
    message_retention_days,
    folder_id,
  }
}

const audited = [
  ...['name', 'invite_only', 'history_public', 'announcement_only', 'is_default'],
  'message_retention_days',
] as readonly (keyof Stream)[]

/** Who reads and writes there, and for how long. Descriptions are not recorded. */
async function recordStream(transaction: ChatTransaction, was: Stream, is: Stream): Promise<void> {
  const changed = audited.filter((name) => was[name] !== is[name])
  if (changed.length === 0) return
  const shown = (stream: Stream) => Object.fromEntries(changed.map((name) => [name, stream[name]]))
  const isPrivacy = changed.includes('invite_only') || changed.includes('history_public')
  await recordAudit(transaction, {
    action: isPrivacy ? 'stream.privacy_changed' : 'stream.changed',
    id: is.id,
    name: is.name,
    before: shown(was),
    after: shown(is),
  })
}

function announceRest(transaction: ChatTransaction, was: Stream, is: Stream): void {
  const audience = audienceOfStream(is)
  if (was.description !== is.description) {
    const { description, rendered_description } = is
    transaction.announce(streamUpdated(was, audience, 'description', description, { rendered_description }))
  }
  if (was.announcement_only !== is.announcement_only) {
    transaction.announce(streamUpdated(was, audience, 'stream_post_policy', postPolicy(is)))
    transaction.announce(streamUpdated(was, audience, 'is_announcement_only', is.announcement_only === 1))
  }
  if (was.message_retention_days !== is.message_retention_days) {
    const { message_retention_days: days } = is
    transaction.announce(streamUpdated(was, audience, 'message_retention_days', days))
  }
  if (was.folder_id !== is.folder_id) {
    transaction.announce(streamUpdated(was, audience, 'folder_id', is.folder_id))
  }
}

async function announceName(
  chat: Messages,
  transaction: ChatTransaction,
  actor: Actor,
  was: Stream,
  is: Stream,
): Promise<void> {
  // The email address allows posting to the stream, so it is sent only to clients that already have it.
  const former = await listFormerSubscribers(transaction.db, is)
  const address = streamEmailAddress(is, chat.config.publicUrl)
  const holders = { subscribersOf: is.id, users: former }
  transaction.announce(streamUpdated(was, holders, 'email_address', address))
  transaction.announce(streamUpdated(was, audienceOfStream(is), 'name', is.name))
  // Muted topics include the names of their streams.
  for (const id of await listMutersIn(transaction.db, is.realm_id, is.id)) {
    await announceMutedTopics(transaction, { realm_id: is.realm_id, id })
  }
  await sendNotification(chat, transaction, actor.realm, {
    stream: is,
    topic: 'stream events',
    content: `@_**${actor.user.full_name}|${actor.user.id}** renamed stream **${was.name}** to **${is.name}**.`,
    readBy: [actor.user.id],
  })
}

/**
 * Users who gain or lose sight of the stream get an event that it was created or deleted. The others get the change.
 */
async function announcePrivacy(
  transaction: ChatTransaction,
  realm: Realm,
  was: Stream,
  is: Stream,
): Promise<void> {
  if (was.invite_only && !is.invite_only) await revealTo(transaction, is)
  // The private one of the two states is visible to everybody who sees the stream before and after.
  const audience = audienceOfStream(was.invite_only ? was : is)
  transaction.announce(
    streamUpdated(was, audience, 'invite_only', is.invite_only === 1, {
      history_public_to_subscribers: is.history_public === 1,
      is_web_public: false,
    }),
  )
  const isHidden = is.invite_only === 1 && was.invite_only === 0
  if (isHidden) await hideFromNonSubscribers(transaction, was, is)
  const isHistoryClosed = is.history_public === 0 && was.history_public === 1
  if (isHidden || isHistoryClosed) await dropEverybodysLostStars(transaction, realm, is.id)
}

async function hideFromNonSubscribers(transaction: ChatTransaction, was: Stream, is: Stream): Promise<void> {
  const nonSubscribers = await listNonSubscribers(transaction.db, is)
  if (nonSubscribers.length === 0) return
  transaction.announce(streamDeleted(was, { users: nonSubscribers }))
  await deleteTopicSettings(transaction, is, nonSubscribers)
}

async function revealTo(transaction: ChatTransaction, is: Stream): Promise<void> {
  const { db } = transaction
  const nonSubscribers = await listNonSubscribers(db, is)
  if (nonSubscribers.length === 0) return
  // Their clients dropped the settings when the stream became private. A new client must not know more.
  await deleteLeftSubscriptions(db, is.realm_id, is.id, nonSubscribers)
  transaction.announce(streamCreated(is, { users: nonSubscribers }))
  const subscribers = await listSubscriberIds(db, is.realm_id, is.id)
  if (subscribers.length > 0) transaction.announce(peersListed(is, subscribers, nonSubscribers))
}

/**
 * Users who see the stream only while it is public: members, including deactivated ones, who are neither subscribed nor
 * administrators.
 */
async function listNonSubscribers(db: Db, stream: Stream): Promise<number[]> {
  const subscribers = new Set(await listSettingOwners(db, stream.realm_id, stream.id, true))
  const users = await usersTable.list(db, { realm_id: stream.realm_id })
  return users
    .filter((user) => !isAdministrator(user) && !isGuest(user) && !subscribers.has(user.id))
    .map((user) => user.id)
}

/** Former subscribers who can still see the stream. Their clients keep its settings. */
async function listFormerSubscribers(db: Db, stream: Stream): Promise<number[]> {
  const left = new Set(await listSettingOwners(db, stream.realm_id, stream.id, false))
  if (left.size === 0) return []
  const users = await usersTable.list(db, { realm_id: stream.realm_id })
  return users
    .filter((user) => left.has(user.id) && user.is_active)
    .filter((user) => isAdministrator(user) || (stream.invite_only === 0 && !isGuest(user)))
    .map((user) => user.id)
}
