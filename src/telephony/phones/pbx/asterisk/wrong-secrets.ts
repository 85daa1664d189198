import { LRUCache } from 'lru-cache'
import type { Clock } from '../../../../platform/clock.ts'
import { networkOf } from '../../../../platform/network-of.ts'
import { formatAddress, parseAddress } from '../pbx-address.ts'
import type { SecurityEvent } from './security-events.ts'

/** So many wrong secrets within the time block a phone at an address, for the same time. */
const MOST_WRONG = 10
export const BLOCKED_MS = 5 * 60_000
const MOST_COUNTED = 10_000

/** A phone, and an address from which wrong secrets for it came. */
export interface Blocked {
  /** `1001@a.test` */
  readonly phone: string
  /** an address or network as Asterisk's access lists write it */
  readonly network: string
}

/** Counts wrong secrets per phone and address. */
export function createWrongSecrets(clock: Clock, block: (blocked: Blocked) => void) {
  const times = new LRUCache<string, number[]>({ maxSize: MOST_COUNTED, sizeCalculation: () => 1 })

  function count(blocked: Blocked): void {
    const key = `${blocked.phone} ${blocked.network}`
    const recent = (times.get(key) ?? []).filter((time) => time > clock.now() - BLOCKED_MS)
    recent.push(clock.now())
    if (recent.length < MOST_WRONG) times.set(key, recent)
    else {
      times.delete(key)
      block(blocked)
    }
  }

  return {
    /** Numbers that no phone has need no block: Asterisk names no account for them. Browsers have secrets for once. */
    onEvent({ Service, AccountID, RemoteAddress = '' }: SecurityEvent): void {
      // `IPV4/UDP/192.0.2.1/5060`
      const address = RemoteAddress.split('/')[2]
      const phone = Service === 'PJSIP' ? parseAddress(AccountID) : undefined
      if (address && phone && AccountID === formatAddress(phone))
        count({ phone: formatAddress(phone), network: networkOf(address) })
    },
  }
}
