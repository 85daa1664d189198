import type { FastifyRequest } from 'fastify'
import { optional, text } from '../../http/parameter.ts'
import { Redirect } from '../../http/redirect.ts'
import { recordKeyFetched } from '../../identity/audit/record-sign-in.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import { beginSession, type ProviderSession } from '../../identity/sessions/begin-session.ts'
import { SESSION_SECONDS } from '../../identity/sessions/session.ts'
import { writeSessionCookie } from '../../identity/sessions/session-cookie.ts'
import type { User } from '../../identity/users/user.ts'
import type { Messages } from '../../messages/messages.ts'
import { appReturn } from './app-return.ts'
import type { OpenIdAttempt } from './openid-attempt.ts'

/** What a browser or a mobile app gives when it begins to sign in at a provider. */
export const signInParameters = {
  next: optional(text('The page of the web app to open afterwards: a path on this host.')),
  invitation: optional(text('For people who join: the part after /join/ in the link.')),
  mobile_flow_otp: optional(
    text(
      'For the mobile app, which opens a browser: 64 random hexadecimal digits. The sign-in then ends at the address of the app, with the API key of the account encrypted by them (XOR), and begins no session.',
    ),
  ),
}

export interface ProvenPerson {
  user: User
  attempt: OpenIdAttempt
  origin: ProviderSession
}

/** The mobile app gets the key of the person; a browser gets a session. */
export async function endSignIn(
  chat: Messages,
  realm: Realm,
  { user, attempt, origin }: ProvenPerson,
  { request, setHeader }: { request: FastifyRequest; setHeader: (name: string, value: string) => void },
): Promise<Redirect> {
  if (attempt.appKey !== undefined) {
    await recordKeyFetched(chat, user, 'provider')
    return new Redirect(appReturn(chat, realm, user, attempt.appKey))
  }
  const { token } = await beginSession(chat, user, request.headers['user-agent'], origin)
  setHeader('set-cookie', writeSessionCookie(chat.config.publicUrl, token, SESSION_SECONDS))
  return new Redirect(attempt.next)
}
