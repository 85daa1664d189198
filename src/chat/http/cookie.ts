const isSecure = (publicUrl: string) => publicUrl.startsWith('https:')

/** With the `__Host-` prefix, browsers accept the cookie only from this host, over TLS and for all paths. */
const fullName = (publicUrl: string, name: string) => (isSecure(publicUrl) ? `__Host-${name}` : name)

/** Scripts cannot read the cookie, and other sites cannot make a browser send it with a form. */
export function writeCookie(publicUrl: string, name: string, value: string, seconds: number): string {
  const attributes = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax`
  return `${fullName(publicUrl, name)}=${value}; ${attributes}${isSecure(publicUrl) ? '; Secure' : ''}`
}

export function readCookie(publicUrl: string, name: string, header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  const start = `${fullName(publicUrl, name)}=`
  for (const cookie of header.split(';')) {
    const text = cookie.trim()
    if (text.startsWith(start)) return text.slice(start.length)
  }
  return undefined
}
