import type { FaxedMail } from './read-faxed-mail.ts'

/**
 * Whether the relay has verified the envelope: its own Authentication-Results (RFC 8601) says so. `auth`: the sender
 * has signed in there; `spf`: the mail came from where the sender's domain sends its mail.
 */
export function isVerifiedByRelay({ verdicts }: FaxedMail, relayName: string, sender: string): boolean {
  for (const verdict of verdicts) {
    const [server = '', ...results] = verdict
      .replace(/\([^()]*\)/g, ' ')
      .toLowerCase()
      .split(';')
    // The relay puts its own on top and takes away what others have put there in its name.
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
