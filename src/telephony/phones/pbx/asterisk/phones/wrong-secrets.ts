import type { Clock } from '../../../../../platform/clock.ts'
import { networkOf } from '../../../../../platform/limits/network-of.ts'
import { formatAddress, parseAddress } from '../../pbx-address.ts'
import type { SecurityEvent } from '../security-events.ts'

/** After this many wrong secrets within BLOCKED_MS, a phone is blocked at the address for as long. */
const MAX_FAILURES = 10
export const BLOCKED_MS = 5 * 60_000
const MAX_COUNTED = 10_000

/** A phone, and an address from which wrong secrets for it came. */
export interface Blocked {
  /** `1001@a.test` */
  readonly phone: string
  /** an address or network as Asterisk's access lists write it */
  readonly network: string
}

/** Counts wrong secrets per phone and address. */
export function createWrongSecrets(clock: Clock, block: (blocked: Blocked) => void) {
  /** the least recent first */
  const times = new Map<string, number[]>()

  function count(blocked: Blocked): void {
    const key = `${blocked.phone} ${blocked.network}`
    const recent = (times.get(key) ?? []).filter((time) => time > clock.now() - BLOCKED_MS)
    recent.push(clock.now())
    times.delete(key)
    if (recent.length < MAX_FAILURES) times.set(key, recent)
    else block(blocked)
    if (times.size > MAX_COUNTED) times.delete(times.keys().next().value!)
  }

  return {
    /** Numbers that no phone has need no block: Asterisk names no account for them. The secrets of browsers are valid only once. */
    onEvent({ Service, AccountID, RemoteAddress = '' }: SecurityEvent): void {
      // `IPV4/UDP/192.0.2.1/5060`
      const address = RemoteAddress.split('/')[2]
      const phone = Service === 'PJSIP' ? parseAddress(AccountID) : undefined
      if (address && phone && AccountID === formatAddress(phone))
        count({ phone: formatAddress(phone), network: networkOf(address) })
    },
  }
}
