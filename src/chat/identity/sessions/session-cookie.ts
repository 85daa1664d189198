import { isToken } from '../../../platform/secrets/secrets.ts'
import { readCookie, writeCookie } from '../../http/cookie.ts'

export const SESSION_COOKIE = 'switchboard_session'

export const writeSessionCookie = (publicUrl: string, token: string, seconds: number) =>
  writeCookie(publicUrl, SESSION_COOKIE, token, seconds)

/** undefined if there is no valid session cookie. */
export function readSessionCookie(publicUrl: string, header: string | undefined): string | undefined {
  const token = readCookie(publicUrl, SESSION_COOKIE, header)
  return token !== undefined && isToken(token) ? token : undefined
}
