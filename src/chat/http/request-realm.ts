import type { FastifyRequest } from 'fastify'
import type { Chat } from '../chat.ts'
import type { Realm } from '../realms/realm.ts'

/**
 * The organization of the host that was asked for; any other host is the root domain's. What other servers had
 * committed before the request came is known here from now on: whoever writes on one server and reads on another
 * finds what they wrote.
 */
export async function requestRealm(chat: Chat, request: FastifyRequest): Promise<Realm | undefined> {
  const host = hostOf(request.headers.host)
  const realm = chat.realmsByHost.peek(host) ?? (await findRealmOf(chat, host))
  const behind = realm && chat.follower.reach(realm.id)
  if (!behind) return realm
  await behind
  return findRealmOf(chat, host)
}

/** Without its port. */
const hostOf = (header = '') => header.replace(/:\d+$/, '').toLowerCase()

async function findRealmOf(chat: Chat, host: string): Promise<Realm | undefined> {
  // Longer than any name: not worth an entry.
  const realm = host.length > 253 ? null : await chat.realmsByHost.get(host)
  return realm ?? (await chat.realmsByHost.get('')) ?? undefined
}
