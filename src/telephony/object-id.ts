import { randomBytes } from 'node:crypto'
import type { Clock } from '../platform/clock.ts'

let last = 0n

/**
 * 24 hexadecimal digits, as in this API family: milliseconds, then random bits. Ids of one process increase, so the
 * order of ids is the order of creation.
 */
export function newObjectId(clock: Clock): string {
  const fresh = randomIdAt(clock.now())
  last = fresh > last ? fresh : last + 1n
  return format(last)
}

/** The id of something that happened at an earlier time, and is stored only now. */
export const objectIdAt = (time: number) => format(randomIdAt(time))

const randomIdAt = (time: number) => (BigInt(time) << 48n) | BigInt(`0x${randomBytes(6).toString('hex')}`)
const format = (id: bigint) => id.toString(16).padStart(24, '0')

/** Whether an id in a request can be one of ours. Others need no lookup. */
export const isObjectId = (text: string) => /^[0-9a-f]{24}$/.test(text)
