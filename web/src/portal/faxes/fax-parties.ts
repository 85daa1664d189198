import type { FaxMessage } from '@switchboard/client/telephony'
import { showNumber } from '../../ui/show-number.ts'

/** Whom a fax is with: the name if there is one. */
export function otherParty(fax: FaxMessage): string {
  const [name, number] = fax.direction === 'inbound' ? [fax.from_name, fax.from] : [fax.to_name, fax.to]
  return name || showNumber(number)
}
