/**
 * Whether the relay's own Authentication-Results header (RFC 8601) confirms the sender: by `auth`, if the sender has
 * authenticated there, or by `spf`. `verdicts`: all such headers of the mail, the newest first.
 */
export function isVerifiedByRelay(verdicts: readonly string[], relayName: string, sender: string): boolean {
  for (const verdict of verdicts) {
    const [server = '', ...results] = verdict
      .replace(/\([^()]*\)/g, ' ')
      .toLowerCase()
      .split(';')
    // The relay puts its own header on top and removes forged ones in its name.
    if (server.trim().split(/\s/, 1)[0] !== relayName.toLowerCase()) continue
    return results.some((result) => passes(result, sender.toLowerCase()))
  }
  return false
}

function passes(result: string, sender: string): boolean {
  const [method, ...properties] = result.trim().split(/\s+/)
  const values = new Map(
    properties.map((property) => [property.split('=', 1)[0], property.slice(property.indexOf('=') + 1)]),
  )
  const from = values.get('smtp.mailfrom')
  if (method === 'auth=pass') return from === sender || values.get('smtp.auth') === sender
  return method === 'spf=pass' && from !== undefined && domainOf(from) === domainOf(sender)
}

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1)
