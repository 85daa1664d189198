import { hangUpCauses } from '../../flow/call-plan.ts'
import type { Ari } from './ari.ts'

/** Hangs up. A channel that is gone has hung up itself. */
export function endChannel(ari: Ari, channel: string, cause: number = hangUpCauses.normal): void {
  void ari.call('DELETE', `channels/${channel}`, { reason_code: cause }).catch(() => {})
}
