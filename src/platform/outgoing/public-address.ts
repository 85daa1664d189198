import { type LookupAddress, type LookupOptions, lookup } from 'node:dns'
import { lookup as lookupAll } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'

/** Addresses outside the public internet: RFC 6890, and multicast. */
const privateNetworks = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  privateNetworks.addSubnet(network, bits, 'ipv4')
}

/** Of IPv6 only global unicast is public, except documentation, Teredo and 6to4, which can hide an IPv4 address. */
const publicNetworks = new BlockList()
publicNetworks.addSubnet('2000::', 3, 'ipv6')
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  privateNetworks.addSubnet(network, bits, 'ipv6')
}

export class PrivateAddress extends Error {}

export function isPublicAddress(address: string): boolean {
  const plain = address.replace(/^\[|\]$/g, '')
  if (isIP(plain) === 4) return !privateNetworks.check(plain, 'ipv4')
  return isIP(plain) === 6 && publicNetworks.check(plain, 'ipv6') && !privateNetworks.check(plain, 'ipv6')
}

/** Whether this address is not public, or one of those to which the name resolves. Unknown names are not inside. */
export async function isInsideOwnNetwork(host: string): Promise<boolean> {
  const found = await lookupAll(host, { all: true }).catch(() => [])
  return found.some(({ address }) => !isPublicAddress(address))
}

/** For clients that look names up themselves: the address to connect to. */
export const findPublicAddress = (host: string): Promise<string> =>
  new Promise((found, failed) =>
    lookupPublic(host, {}, (error, address) => (error ? failed(error) : found(address as string))),
  )

type LookupCallback = (error: Error | null, address: string | LookupAddress[], family?: number) => void

/**
 * Resolves a name for a connection and keeps only public addresses. The connection goes to the address that was
 * checked: a name that resolves differently a moment later changes nothing.
 */
export function lookupPublic(hostname: string, options: LookupOptions, found: LookupCallback): void {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return found(error, [])
    const open = addresses.filter(({ address }) => isPublicAddress(address))
    const [first] = open
    if (!first) return found(new PrivateAddress(`${hostname} is inside the server's own network`), [])
    return options.all ? found(null, open) : found(null, first.address, first.family)
  })
}
