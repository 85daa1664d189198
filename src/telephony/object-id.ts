import { randomBytes } from 'node:crypto'
import type { Clock } from '../platform/clock.ts'

let last = 0n

/**
 * 24 hexadecimal digits, as ids of this API family look: milliseconds, then chance. Later ids of one
 * process are larger, so a list in the order of ids is a list in the order of creation.
 */
export function newObjectId(clock: Clock): string {
  const fresh = (BigInt(clock.now()) << 48n) | BigInt(`0x${randomBytes(6).toString('hex')}`)
  last = fresh > last ? fresh : last + 1n
  return last.toString(16).padStart(24, '0')
}

/** Whether an id of an address can be one of ours. What cannot be is not even looked for. */
export const isObjectId = (text: string) => /^[0-9a-f]{24}$/.test(text)
