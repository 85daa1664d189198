import type { PbxAddress } from './pbx.ts'

export const formatAddress = ({ number, domain }: PbxAddress) => `${number}@${domain}`

/** undefined for what cannot be an extension of ours. A browser (`1001~x@a.test`) has the address of its extension. */
export function parseAddress(text: unknown): PbxAddress | undefined {
  const match =
    typeof text === 'string' ? /^([1-9]\d{0,14})(?:~[a-z0-9]+)?@([a-z0-9.-]{1,253})$/i.exec(text) : null
  return match ? { number: Number(match[1]), domain: match[2]! } : undefined
}
