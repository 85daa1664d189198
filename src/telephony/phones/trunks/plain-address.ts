import { isIPv4, SocketAddress } from 'node:net'

/** The one spelling of an IP address: `2001:DB8:0::1` is `2001:db8::1`, and `::ffff:192.0.2.1` is `192.0.2.1`. */
export function plainAddress(text: string): string {
  if (isIPv4(text)) return text
  const [withoutZone = ''] = text.split('%')
  const { address } = new SocketAddress({ family: 'ipv6', address: withoutZone })
  const mapped = address.slice('::ffff:'.length)
  return address.startsWith('::ffff:') && isIPv4(mapped) ? mapped : address
}
