import { secondsOf } from '../../../platform/clock.ts'
import { badRequest } from '../../chat-error.ts'
import type { ChatPlatform, ChatTransaction } from '../../chat-platform.ts'
import type { Actor, User } from '../../identity/users/user.ts'
import { settingsOf } from '../../identity/users/user-settings.ts'
import type { People } from '../people.ts'
import { presenceRow, withdrawnUntil } from './live-presences.ts'
import { type ClientPresence, notePresence } from './presence.ts'
import { presenceChanged, presenceWithdrawn } from './presence-events.ts'
import { findPresence, storePresence } from './presence-store.ts'

/** Handles a client's report. Only news for others is written and announced at once. */
export async function reportPresence(
  chat: People,
  { realm, user }: Actor,
  client: string,
  status: string,
): Promise<void> {
  if (status !== 'active' && status !== 'idle') throw badRequest(`Invalid status: ${status}`)
  if (realm.settings.presence_disabled || !settingsOf(user).presence_enabled) return
  const news: ClientPresence = { status, timestamp: secondsOf(chat.clock) }
  const presences = await chat.presences.get(realm.id)
  const known = presences.byUser.get(user.id)
  const { presence, isNews } = notePresence(known, client, news)
  if (presence === known) return
  if (isNews) {
    await chat.transact(realm.id, async (transaction) => {
      await storePresence(transaction.db, presenceRow(realm.id, user.id, presence))
      transaction.announce(presenceChanged(user, client, news, chat.clock.now() / 1000))
    })
  } else {
    presences.touched.add(user.id)
    chat.bus.notify(realm.id, { presence: presenceRow(realm.id, user.id, presence) })
  }
  // Presence may have been turned off meanwhile.
  if (news.timestamp > (presences.withdrawn.get(user.id) ?? 0)) presences.byUser.set(user.id, presence)
}

/** Part of the transaction that turns a person's presence off: others stop seeing it at once. */
export async function withdrawPresence(
  { clock }: ChatPlatform,
  { db, announce }: ChatTransaction,
  user: User,
): Promise<void> {
  const now = clock.now() / 1000
  const row = await findPresence(db, user.realm_id, user.id)
  const clients = Object.keys(JSON.parse(row?.clients ?? '{}'))
  const none = { realm_id: user.realm_id, user_id: user.id, clients: '{}', seen_at: withdrawnUntil(now) }
  await storePresence(db, none)
  if (clients.length > 0) announce(presenceWithdrawn(user, clients, now))
}
