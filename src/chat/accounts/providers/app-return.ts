import { badRequest } from '../../chat-error.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import { realmUri } from '../../identity/realm-addresses.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import type { User } from '../../identity/users/user.ts'

/** The family's mobile app handles this address. */
const APP_ADDRESS = 'zulip://login'

/** As many bytes as an API key has characters, in hexadecimal. */
const ONE_TIME_KEY = /^[0-9a-f]{64}$/i

export function checkAppKey(key: string | undefined): string | undefined {
  if (key !== undefined && !ONE_TIME_KEY.test(key)) throw badRequest('Invalid OTP')
  return key
}

/**
 * Where the browser goes that a mobile app has opened for a sign-in: back to the app, with the API key. Another app
 * could have registered the address, so the key is encrypted with the one-time key of the app, which only the app and
 * this sign-in have.
 */
export function appReturn(chat: ChatPlatform, realm: Realm, user: User, oneTimeKey: string): string {
  const key = Buffer.from(chat.secrets.decrypt(user.api_key_sealed), 'latin1')
  const pad = Buffer.from(oneTimeKey, 'hex')
  const parameters = new URLSearchParams({
    otp_encrypted_api_key: Buffer.from(key.map((byte, place) => byte ^ pad[place]!)).toString('hex'),
    email: user.email,
    user_id: String(user.id),
    realm: realmUri(chat.config.publicUrl, realm),
  })
  return `${APP_ADDRESS}?${parameters}`
}
