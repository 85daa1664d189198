import { isToken } from '../../../platform/secrets.ts'
import { readCookie, writeCookie } from '../../http/cookie.ts'

export const SESSION_COOKIE = 'switchboard_session'

export const writeSessionCookie = (publicUrl: string, token: string, seconds: number) =>
  writeCookie(publicUrl, SESSION_COOKIE, token, seconds)

/** undefined when there is none, or one that is none of ours. */
export function readSessionCookie(publicUrl: string, header: string | undefined): string | undefined {
  const token = readCookie(publicUrl, SESSION_COOKIE, header)
  return token !== undefined && isToken(token) ? token : undefined
}
