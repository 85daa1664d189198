import { isToken } from '../../platform/secrets.ts'

export const SESSION_COOKIE = 'switchboard_session'

const isSecure = (publicUrl: string) => publicUrl.startsWith('https:')

/** With the prefix, browsers take it only from this very host, over TLS and for all of its paths. */
const cookieName = (publicUrl: string) => (isSecure(publicUrl) ? `__Host-${SESSION_COOKIE}` : SESSION_COOKIE)

/** Scripts cannot read it, and other sites cannot make a browser send it along with a form. */
export function writeSessionCookie(publicUrl: string, token: string, seconds: number): string {
  const attributes = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax`
  return `${cookieName(publicUrl)}=${token}; ${attributes}${isSecure(publicUrl) ? '; Secure' : ''}`
}

/** undefined when there is none, or one that is none of ours. */
export function readSessionCookie(publicUrl: string, header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  const start = `${cookieName(publicUrl)}=`
  for (const cookie of header.split(';')) {
    const text = cookie.trim()
    if (text.startsWith(start)) {
      const token = text.slice(start.length)
      return isToken(token) ? token : undefined
    }
  }
  return undefined
}
