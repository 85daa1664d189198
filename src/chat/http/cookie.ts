const isSecure = (publicUrl: string) => publicUrl.startsWith('https:')

/** With the prefix, browsers take it only from this very host, over TLS and for all of its paths. */
const fullName = (publicUrl: string, name: string) => (isSecure(publicUrl) ? `__Host-${name}` : name)

/** Scripts cannot read it, and other sites cannot make a browser send it along with a form. */
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
