import { secondsOf } from '../../../platform/clock.ts'
import { generateToken, isSameSecret, isToken } from '../../../platform/secrets/secrets.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import { readCookie, writeCookie } from '../../http/cookie.ts'
import { type Account, accountKey } from '../../identity/sessions/sign-in-limits.ts'

const DEVICE_COOKIE = 'switchboard_device'
/** Since the last sign-in. */
const KNOWN_SECONDS = 365 * 86_400
/** People share computers, but the cookie must not grow without limit. */
const ACCOUNTS_PER_DEVICE = 5

/** The marks in the cookie. Each identifies an account on this device: its expiry, the device, and our signature. */
const marksIn = ({ config }: ChatPlatform, cookies: string | undefined) =>
  (readCookie(config.publicUrl, DEVICE_COOKIE, cookies) ?? '').split('~', ACCOUNTS_PER_DEVICE)

const sign = ({ secrets }: ChatPlatform, account: Account, until: string, device: string) =>
  secrets.sign(`device ${device} of ${accountKey(account)} until ${until}`)

/**
 * Finds the device, if the account has signed in from it before. It is not a credential: it only keeps failed
 * attempts of others from locking this device out. The server stores nothing.
 */
export function findKnownDevice(
  chat: ChatPlatform,
  account: Account,
  cookies: string | undefined,
): string | undefined {
  for (const mark of marksIn(chat, cookies)) {
    const [until = '', device = '', signature = ''] = mark.split('.')
    if (!isToken(device) || !isSameSecret(signature, sign(chat, account, until, device))) continue
    if (Number(until) > secondsOf(chat.clock)) return device
  }
  return undefined
}

/** The cookie that identifies the device, with the marks of its other accounts. */
export function writeDeviceCookie(chat: ChatPlatform, account: Account, cookies: string | undefined): string {
  const until = String(secondsOf(chat.clock) + KNOWN_SECONDS)
  const device = generateToken()
  const known = findKnownDevice(chat, account, cookies)
  const others = marksIn(chat, cookies).filter((mark) => mark !== '' && mark.split('.')[1] !== known)
  const marks = [`${until}.${device}.${sign(chat, account, until, device)}`, ...others]
  const value = marks.slice(0, ACCOUNTS_PER_DEVICE).join('~')
  return writeCookie(chat.config.publicUrl, DEVICE_COOKIE, value, KNOWN_SECONDS)
}
