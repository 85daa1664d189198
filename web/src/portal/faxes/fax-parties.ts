import type { FaxMessage } from '@switchboard/client/telephony'
import { showNumber } from '../../ui/show-number.ts'

/** The number at the other end. */
export const otherNumber = ({ direction, from, to }: FaxMessage) => (direction === 'inbound' ? from : to)

/** Whom a fax is with: the name if there is one. */
export function otherParty(fax: FaxMessage): string {
  const name = fax.direction === 'inbound' ? fax.from_name : fax.to_name
  return name || showNumber(otherNumber(fax))
}
