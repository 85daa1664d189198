import { secondsOf } from '../../../platform/clock.ts'
import type { OpenIdChecks } from '../../../platform/outgoing/openid-provider.ts'
import { isSameSecret } from '../../../platform/secrets/secrets.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import { readCookie, writeCookie } from '../../http/cookie.ts'

const ATTEMPT_COOKIE = 'switchboard_openid'
/** To sign in at the provider. */
const ATTEMPT_SECONDS = 900

/** A sign-in that has begun. Only the browser that began it can finish it, on any server and once. */
export interface OpenIdAttempt {
  checks: OpenIdChecks
  realmId: number
  /** of the organization; undefined: the one of the server */
  providerId: number | undefined
  /** the only address to which its provider may send the browser back */
  callback: string
  /** the page to open afterwards, on the host of the organization */
  next: string
  /** of a link, for people who join */
  invitation: string | undefined
  /** of the mobile app that opened the browser; see app-return.ts */
  appKey: string | undefined
}

interface StoredAttempt extends OpenIdAttempt {
  /** epoch seconds */
  until: number
}

/** Encrypted, since the code verifier is a secret and the checks must not be made up. The server stores nothing. */
export function writeAttemptCookie({ config, secrets, clock }: ChatPlatform, attempt: OpenIdAttempt): string {
  const stored: StoredAttempt = { ...attempt, until: secondsOf(clock) + ATTEMPT_SECONDS }
  return writeCookie(
    config.publicUrl,
    ATTEMPT_COOKIE,
    secrets.encrypt(JSON.stringify(stored)),
    ATTEMPT_SECONDS,
  )
}

export const removeAttemptCookie = ({ config }: ChatPlatform) =>
  writeCookie(config.publicUrl, ATTEMPT_COOKIE, '', 0)

/** The attempt with this state; undefined: this browser has not begun it, or has finished it, or took too long. */
export function readAttempt(
  chat: ChatPlatform,
  realmId: number,
  state: string | undefined,
  cookies: string | undefined,
): OpenIdAttempt | undefined {
  const sealed = readCookie(chat.config.publicUrl, ATTEMPT_COOKIE, cookies)
  const attempt = sealed ? unseal(chat, sealed) : undefined
  if (!attempt || state === undefined || !isSameSecret(state, attempt.checks.state)) return undefined
  return attempt.realmId === realmId && attempt.until > secondsOf(chat.clock) ? attempt : undefined
}

function unseal({ secrets }: ChatPlatform, sealed: string): StoredAttempt | undefined {
  try {
    return JSON.parse(secrets.decrypt(sealed))
  } catch {
    // Changed, or from before the secret key was rotated.
    return undefined
  }
}
