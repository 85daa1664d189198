import { secondsOf } from '../../../platform/clock.ts'
import { badRequest } from '../../chat-error.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import { isBot, type User } from '../../identity/users/user.ts'
import type { Members } from '../members.ts'
import type { People } from '../people.ts'
import { noSuchUser } from '../user-access.ts'
import { newestOf, type PersonPresence, RECENT_SECONDS } from './presence.ts'
import { viewPresence, viewPresences } from './presence-events.ts'

/** A client that has not reported for this long is offline, whatever its last status. */
export const OFFLINE_SECONDS = 140

/** How often clients should report presence. */
export const PRESENCE_PING_SECONDS = 60

/** Everyone with a recent presence. */
export async function getPresences(chat: People, realm: Realm, slim: boolean) {
  const members = await chat.members.require(realm.id)
  return {
    server_timestamp: chat.clock.now() / 1000,
    presences: viewPresences(await recentPresences(chat, realm, members), slim),
  }
}

export async function recentPresences(
  chat: People,
  realm: Realm,
  { byId }: Members,
): Promise<[User, PersonPresence][]> {
  if (realm.settings.presence_disabled) return []
  const { byUser } = await chat.presences.get(realm.id)
  const since = secondsOf(chat.clock) - RECENT_SECONDS
  const seen: [User, PersonPresence][] = []
  for (const [userId, presence] of byUser) {
    const user = byId.get(userId)
    const newest = newestOf(presence)
    if (user?.is_active && newest && newest[1].timestamp >= since) seen.push([user, presence])
  }
  return seen
}

/** One person's presence, without client names inside the entries. */
export async function getPresence(chat: People, realm: Realm, named: string) {
  const members = await chat.members.require(realm.id)
  const emailKey = named.trim().toLowerCase()
  const user = /^\d{1,15}$/.test(named)
    ? members.byId.get(Number(named))
    : members.users.find((one) => one.email_key === emailKey)
  if (!user?.is_active) throw noSuchUser()
  if (isBot(user)) throw badRequest('Presence is not supported for bot users.')
  const { byUser } = await chat.presences.get(realm.id)
  const presence = realm.settings.presence_disabled ? undefined : byUser.get(user.id)
  if (!presence) throw badRequest(`No presence data for ${user.email}`)
  const isGone = (timestamp: number) => secondsOf(chat.clock) - timestamp > OFFLINE_SECONDS
  const entries = Object.entries<{ status: string; timestamp: number }>(viewPresence(presence)).map(
    ([client, { status, timestamp }]) => [
      client,
      { status: client === 'aggregated' && isGone(timestamp) ? 'offline' : status, timestamp },
    ],
  )
  return { presence: Object.fromEntries(entries) }
}
