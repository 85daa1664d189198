import type { Call } from '@switchboard/client/telephony'
import { p } from '../../texts/portal-texts.ts'
import { showNumber } from '../../ui/show-number.ts'

export interface OtherParty {
  name: string
  /** empty: withheld */
  number: string
  /** a colleague */
  userId: string | null
}

/** With whom a user has talked, or would have. Of the calls of others, it is the caller, or the number outside. */
export function otherParty({ from, to, called, direction }: Call, userId: string): OtherParty {
  const [first] = called
  if (from.user_id === userId || direction === 'outbound')
    return { name: first?.name || showNumber(to), number: to, userId: first?.user_id ?? null }
  return {
    name: from.name || showNumber(from.number) || p.voicemail.unknown,
    number: from.number,
    userId: from.user_id,
  }
}
