import type { FastifyRequest } from 'fastify'
import type { Chat } from '../chat.ts'
import type { Realm } from '../realms/realm.ts'

/** The organization of the host that was asked for; any other host is the root domain's. */
export async function requestRealm(chat: Chat, request: FastifyRequest): Promise<Realm | undefined> {
  const host = (request.headers.host ?? '').replace(/:\d+$/, '').toLowerCase()
  // Longer than any name: not worth remembering that it is unknown.
  if (host.length > 253) return chat.realmsByHost.get('')
  return (await chat.realmsByHost.get(host)) ?? chat.realmsByHost.get('')
}
