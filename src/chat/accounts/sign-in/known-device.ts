import { secondsOf } from '../../../platform/clock.ts'
import { generateToken, isSameSecret, isToken } from '../../../platform/secrets.ts'
import type { Chat } from '../../chat.ts'
import { readCookie, writeCookie } from '../../http/cookie.ts'
import { type Account, accountKey } from '../../identity/sessions/sign-in-limits.ts'

const DEVICE_COOKIE = 'switchboard_device'
/** Since the last sign-in. */
const KNOWN_SECONDS = 365 * 86_400
/** People share a computer; a cookie must not grow for ever. */
const ACCOUNTS_PER_DEVICE = 5

/** The mark of one account on one device: until when, which device, and that it is we who said so. */
const marksIn = ({ config }: Chat, cookies: string | undefined) =>
  (readCookie(config.publicUrl, DEVICE_COOKIE, cookies) ?? '').split('~', ACCOUNTS_PER_DEVICE)

const sign = ({ secrets }: Chat, account: Account, until: string, device: string) =>
  secrets.sign(`device ${device} of ${accountKey(account)} until ${until}`)

/**
 * Which device this is, if the account was signed in to on it before. It is no credential: it only keeps
 * attempts of others from counting against it. Nothing of it is stored here.
 */
export function findKnownDevice(
  chat: Chat,
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

/** The cookie by which it will be known, with the other accounts of this device. */
export function writeDeviceCookie(chat: Chat, account: Account, cookies: string | undefined): string {
  const until = String(secondsOf(chat.clock) + KNOWN_SECONDS)
  const device = generateToken()
  const known = findKnownDevice(chat, account, cookies)
  const others = marksIn(chat, cookies).filter((mark) => mark !== '' && mark.split('.')[1] !== known)
  const marks = [`${until}.${device}.${sign(chat, account, until, device)}`, ...others]
  const value = marks.slice(0, ACCOUNTS_PER_DEVICE).join('~')
  return writeCookie(chat.config.publicUrl, DEVICE_COOKIE, value, KNOWN_SECONDS)
}
