import { errors, jwtVerify } from 'jose'
import { dateOf } from '../../../platform/clock.ts'
import { badRequest, ChatError, unauthorized } from '../../chat-error.ts'
import type { Identity } from '../../identity/identity.ts'
import { realmBotDomain } from '../../identity/realm-addresses.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import { checkCredentials } from '../../identity/sessions/sign-in-limits.ts'
import { isBot, type User } from '../../identity/users/user.ts'
import { findUserByEmail } from '../../identity/users/user-store.ts'
import { accountDisabled, notRegistered, organizationDeactivated } from './sign-in-refusal.ts'

/** Longer ones are not verified. */
const MAX_TOKEN_LENGTH = 8000

/**
 * The person named by a token that another application of the company has signed. It holds the key of the organization
 * (`JWT_KEYS`), and with it any account. Tokens without an end are refused: who finds one could use it for ever.
 */
export async function signInByToken(
  chat: Identity,
  realm: Realm | undefined,
  { token, address }: { token: string; address: string },
): Promise<User> {
  if (!realm) throw badRequest('Invalid subdomain')
  const key = chat.config.jwtKeys.get(realmBotDomain(chat.config.publicUrl, realm).toLowerCase())
  if (key === undefined) throw badRequest('Auth key for this subdomain not found')
  const email = await checkCredentials(chat, { address, account: 'a token' }, () =>
    readToken(chat, key, token),
  )
  if (email === undefined) throw unauthorized('Bad JSON web token')
  if (realm.deactivated) throw organizationDeactivated('REALM_DEACTIVATED')
  const user = await findUserByEmail(chat.database.read, realm.id, email)
  if (!user || isBot(user)) throw notRegistered()
  if (!user.is_active) throw accountDisabled('USER_DEACTIVATED')
  return user
}

/** The email address in the token; undefined: it was not signed with the key, or is over. */
async function readToken({ clock }: Identity, key: string, token: string): Promise<string | undefined> {
  if (token.length > MAX_TOKEN_LENGTH) return undefined
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(key), {
      algorithms: ['HS256'],
      requiredClaims: ['exp'],
      currentDate: dateOf(clock.now()),
    })
    if (typeof payload.email === 'string') return payload.email
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
  throw new ChatError('No email specified in JSON web token claims')
}
