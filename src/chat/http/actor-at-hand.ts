import type { IncomingHttpHeaders } from 'node:http'
import type { Chat } from '../chat.ts'
import type { Actor } from '../users/user.ts'
import { accountComplaint } from './authenticate.ts'
import { hostOf } from './request-realm.ts'

/**
 * Whoever comes with an API key that has just been used, without waiting. undefined: something has to be looked up, or
 * is not in order. Where other servers may know more, it always has to.
 */
export function actorAtHand(chat: Chat, { host, authorization }: IncomingHttpHeaders): Actor | undefined {
  const { realmsByHost, credentials, usersByKeyHash } = chat
  const known = authorization === undefined ? undefined : credentials.proven(authorization)
  const user = known && usersByKeyHash.peek(known.keyHash)
  const asked = hostOf(host)
  // They were right then; since then the address may be another one.
  if (!user || user.email_key !== known.emailKey) return undefined
  const ofHost = realmsByHost.peek(asked)
  if (chat.bus.isShared || ofHost === undefined) return undefined
  const realm = ofHost ?? realmsByHost.peek('')
  return realm && !accountComplaint(realm, user) ? { realm, user } : undefined
}
