import { networkOf } from '../../../platform/limits/network-of.ts'
import { tooMany } from '../../chat-error.ts'
import type { Identity } from '../../identity/identity.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import type { Actor } from '../../identity/users/user.ts'
import { usersTable } from '../../identity/users/users-table.ts'
import { readUnsubscribeToken } from '../../people/settings/unsubscribe-token.ts'
import { invalidLink } from '../invalid-link.ts'
import { changeOwnAccount } from './change-own-account.ts'

const LOOKS_PER_MINUTE = 30

/** Turns mails about missed messages off, for the person who got the link. */
export async function unsubscribe(
  chat: Identity,
  realm: Realm | undefined,
  given: string,
  address: string,
): Promise<void> {
  const actor = await openUnsubscribeLink(chat, realm, given, address)
  await changeOwnAccount(chat, actor, { settings: { enable_offline_email_notifications: false } })
}

/** The person who got the mail. Links work without an account, so only the IP address can be limited. */
export async function openUnsubscribeLink(
  chat: Identity,
  realm: Realm | undefined,
  given: string,
  address: string,
): Promise<Actor> {
  const budget = await chat.rateLimiter.take(`unsubscribe ${networkOf(address)}`, LOOKS_PER_MINUTE)
  if (!budget.allowed) throw tooMany(budget)
  const id = realm && readUnsubscribeToken(chat, realm.id, given)
  const user =
    id === undefined ? undefined : await usersTable.find(chat.database.read, { realm_id: realm!.id, id })
  if (!realm || realm.deactivated || !user?.is_active) {
    throw invalidLink('This link is not valid. Change the setting in the app.', 'unknown')
  }
  return { realm, user }
}
