import type { FastifyRequest } from 'fastify'
import { NO_TENANT } from '../../../platform/events/event-log.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import type { Identity } from '../identity.ts'
import type { Realm } from '../realms/realm.ts'

/**
 * The organization of the requested host; the root domain's for any other host. Also catches up with everything that
 * other servers committed before the request, so that clients can read on one server what they wrote on another.
 */
export async function requestRealm(
  chat: Identity,
  request: Pick<FastifyRequest, 'headers'>,
): Promise<Realm | undefined> {
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

/** Longer than any host name; such hosts are not cached. */
const MAX_HOST_LENGTH = 253

const hostOf = (header = '') => header.replace(/:\d+$/, '').toLowerCase()

async function findRealmOf({ realmsByHost }: Identity, host: string): Promise<Realm | undefined> {
  const own =
    host.length > MAX_HOST_LENGTH ? null : (realmsByHost.peek(host) ?? (await realmsByHost.get(host)))
  return own ?? realmsByHost.peek('') ?? (await realmsByHost.get('')) ?? undefined
}

/** An organization may have been created for a host that had none. That is logged under no tenant. */
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
