import type { FastifyRequest } from 'fastify'
import { NO_TENANT } from '../../../platform/events/event-log.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import type { Identity } from '../identity.ts'
import type { Realm } from '../realms/realm.ts'

/**
 * The organization of the host that was asked for; any other host is the root domain's. What other servers had
 * committed before the request came is known here from now on: whoever writes on one server and reads on another
 * finds what they wrote.
 */
export async function requestRealm(chat: Identity, request: FastifyRequest): Promise<Realm | undefined> {
  const host = hostOf(request.headers.host)
  for (;;) {
    const realm = await findRealmOf(chat, host)
    const behind = reach(chat, host, realm)
    if (!behind) return realm
    await behind
    const current = await findRealmOf(chat, host)
    if (current?.id === realm?.id) return current
  }
}

/** Longer than any name: not worth an entry. */
const LONGEST_HOST = 253

/** Without its port. */
const hostOf = (header = '') => header.replace(/:\d+$/, '').toLowerCase()

async function findRealmOf({ realmsByHost }: Identity, host: string): Promise<Realm | undefined> {
  const own = host.length > LONGEST_HOST ? null : (realmsByHost.peek(host) ?? (await realmsByHost.get(host)))
  return own ?? realmsByHost.peek('') ?? (await realmsByHost.get('')) ?? undefined
}

/** An organization may have been created for a host that had none: that is in the log of no tenant. */
function reach(
  { follower }: ChatPlatform,
  host: string,
  realm: Realm | undefined,
): Promise<unknown> | undefined {
  const known = realm && follower.catchUp(realm.id)
  if (realm?.host === host) return known
  const hosts = follower.catchUp(NO_TENANT)
  return hosts && Promise.all([hosts, known])
}
