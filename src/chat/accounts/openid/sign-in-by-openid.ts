import { secondsOf } from '../../../platform/clock.ts'
import type { OpenIdPerson } from '../../../platform/outgoing/openid-provider.ts'
import type { ChatTransaction } from '../../chat-platform.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import { isBot, type User } from '../../identity/users/user.ts'
import { findUser, findUserByEmail } from '../../identity/users/user-store.ts'
import type { Messages } from '../../messages/messages.ts'
import { claimAccount } from '../claim-account.ts'
import { joinByOpenId } from './join-by-openid.ts'
import { findOpenIdIdentity, findOpenIdIdentityOf, insertOpenIdIdentity } from './openid-identity-store.ts'
import { mailOpenIdNotice } from './openid-notice.ts'
import { OpenIdRefusal } from './openid-refusal.ts'

/**
 * The account of a person at the provider: the one they had before, else the one with the email address that the
 * provider has verified, else a new one, if they may join. `invitation`: the token of a link.
 */
export function signInByOpenId(
  chat: Messages,
  realm: Realm,
  person: OpenIdPerson,
  invitation: string | undefined,
): Promise<User> {
  if (realm.deactivated) throw new OpenIdRefusal('organization_deactivated')
  return chat.transact(realm.id, async (transaction) => {
    const { db } = transaction
    const known = await findOpenIdIdentity(db, realm.id, person.issuer, person.subject)
    if (known) return active((await findUser(db, realm.id, known.user_id))!)
    const { email } = person
    if (email === undefined || !person.emailVerified) throw new OpenIdRefusal('unverified_email')
    const user =
      (await findUnclaimed(chat, transaction, realm, email, person)) ??
      (await joinByOpenId(chat, transaction, realm, { email, name: person.name }, invitation))
    await insertOpenIdIdentity(db, {
      realm_id: realm.id,
      issuer: person.issuer,
      subject: person.subject,
      user_id: user.id,
      created_at: secondsOf(chat.clock),
    })
    return user
  })
}

/**
 * The account with this address, which its owner claims and gets a mail about. An account that another person at the provider has already
 * stays theirs: providers give the addresses of people who left to others.
 */
async function findUnclaimed(
  chat: Messages,
  transaction: ChatTransaction,
  realm: Realm,
  email: string,
  { issuer }: OpenIdPerson,
): Promise<User | undefined> {
  const user = await findUserByEmail(transaction.db, realm.id, email)
  if (!user) return undefined
  if (isBot(user)) throw new OpenIdRefusal('not_registered')
  active(user)
  if (await findOpenIdIdentityOf(transaction.db, realm.id, user.id, issuer)) {
    throw new OpenIdRefusal('other_person')
  }
  const isTakenOver = await claimAccount(chat, transaction, user)
  await mailOpenIdNotice(chat, transaction, { realm, user }, isTakenOver)
  return findUser(transaction.db, realm.id, user.id)
}

function active(user: User): User {
  if (!user.is_active) throw new OpenIdRefusal('deactivated')
  return user
}
