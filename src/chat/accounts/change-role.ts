import type { ChatPlatform, ChatTransaction } from '../chat-platform.ts'
import { dropLostStars } from '../history/read-state/drop-lost-stars.ts'
import { recordAccount } from '../identity/audit/record-audit.ts'
import type { Identity } from '../identity/identity.ts'
import type { Realm } from '../identity/realms/realm.ts'
import { lowerRole, viewRole } from '../identity/users/role-numbers.ts'
import { isAdministrator, isGuest, type User } from '../identity/users/user.ts'
import { insertRoleChange } from '../identity/users/user-store.ts'
import { type Role, usersTable } from '../identity/users/users-table.ts'
import { defaultStreamsChanged } from '../membership/stream-changes/default-stream-events.ts'
import { withdrawBot } from '../membership/withdraw-bot.ts'
import { seesBot } from '../people/bots/bot-access.ts'
import { botGivenTo, botTakenFrom } from '../people/bots/bot-events.ts'
import { userChanged } from '../people/user-events.ts'
import { describeBots } from '../streams/describe-bots.ts'
import type { Stream } from '../streams/stream.ts'
import { streamCreated, streamDeleted, streamVacated } from '../streams/stream-events.ts'
import { listDefaultStreams, listStreams } from '../streams/stream-store.ts'
import { peersListed } from '../streams/subscriptions/subscription-events.ts'
import {
  deleteLeftSubscriptions,
  listAllSubscribers,
  listSubscriptionRows,
} from '../streams/subscriptions/subscription-store.ts'
import { deleteTopicSettings } from '../streams/topic-visibility/delete-topic-settings.ts'
import { refuseLastAdministratorDemoted } from './last-administrator.ts'

/** A role decides what a user may see, so this announces everything that becomes visible or hidden. */
export async function changeRole(
  chat: Identity,
  transaction: ChatTransaction,
  realm: Realm,
  user: User,
  role: Role,
): Promise<void> {
  if (user.role === role) return
  const { db } = transaction
  if (role !== 'administrator') await refuseLastAdministratorDemoted(db, user)
  // The new role applies from the event that announces it: delivery filters older events by the old role.
  await insertRoleChange(db, user, transaction.position + 1)
  await usersTable.update(db, user, { role })
  const states = { before: { role: user.role }, after: { role } }
  await recordAccount(transaction, user, 'role_changed', states)
  transaction.announce(userChanged(user, viewRole(role)))
  const now = { ...user, role }
  await announceVisibleStreams(transaction, await chat.realmsById.require(user.realm_id), user, now)
  if (isGuest(user) !== isGuest(now)) {
    const streams = isGuest(now) ? [] : await listDefaultStreams(db, user.realm_id)
    transaction.announce({ ...defaultStreamsChanged(streams), audience: { users: [user.id] } })
  }
  await announceBots(chat, transaction, user, now)
  for (const bot of await usersTable.list(db, { realm_id: user.realm_id, bot_owner_id: user.id })) {
    if (bot.is_active) await boundBot(chat, transaction, realm, bot, now)
  }
}

/** A bot never has more access than its owner: no higher role, and no streams that the owner cannot read. */
export async function boundBot(
  chat: Identity,
  transaction: ChatTransaction,
  realm: Realm,
  bot: User,
  owner: User,
): Promise<void> {
  const role = lowerRole(bot.role, owner.role)
  await changeRole(chat, transaction, realm, bot, role)
  await withdrawBot(transaction, realm, { ...bot, role }, owner)
}

/** Announces bots that become visible or hidden because of a user's new role. */
async function announceBots(
  chat: ChatPlatform,
  transaction: ChatTransaction,
  before: User,
  now: User,
): Promise<void> {
  if (isAdministrator(before) === isAdministrator(now) && isGuest(before) === isGuest(now)) return
  const all = await usersTable.list(transaction.db, { realm_id: now.realm_id })
  for (const bot of all) {
    if (seesBot(before, bot) && !seesBot(now, bot)) transaction.announce(botTakenFrom(bot, now))
  }
  const shown = all.filter((bot) => seesBot(now, bot) && !seesBot(before, bot))
  const views = await describeBots(transaction.db, shown, chat.config.publicUrl)
  for (const view of views) transaction.announce(botGivenTo(view, now))
}

/** Announces streams that become visible or hidden because of a user's new role. */
async function announceVisibleStreams(
  transaction: ChatTransaction,
  realm: Realm,
  before: User,
  now: User,
): Promise<void> {
  const { db } = transaction
  const rows = await listSubscriptionRows(db, now.realm_id, now.id)
  const own = new Set(rows.filter((row) => row.active === 1).map((row) => row.stream_id))
  const streams = (await listStreams(db, now.realm_id)).filter((stream) => !own.has(stream.id))
  const gone = streams.filter((stream) => knows(before, stream) && !knows(now, stream))
  const come = streams.filter((stream) => knows(now, stream) && !knows(before, stream))
  const audience = { users: [now.id] }
  for (const stream of gone) {
    transaction.announce(streamDeleted(stream, audience))
    await deleteTopicSettings(transaction, stream, audience.users)
  }
  if (gone.length > 0) await dropLostStars(transaction, { realm, user: now }, undefined)
  if (come.length === 0) return
  const subscribers = await listAllSubscribers(db, now.realm_id)
  for (const stream of come) {
    // The user's clients dropped these settings when the stream became hidden. A new client must not see more.
    await deleteLeftSubscriptions(db, now.realm_id, stream.id, audience.users)
    transaction.announce(streamCreated(stream, audience))
    const ids = (subscribers.get(stream.id) ?? []).map(({ id }) => id)
    if (ids.length > 0) transaction.announce(peersListed(stream, ids, audience.users))
    else transaction.announce({ ...streamVacated(stream), audience })
  }
}

const knows = (user: User, stream: Stream) =>
  isAdministrator(user) || (stream.invite_only === 0 && !isGuest(user))
