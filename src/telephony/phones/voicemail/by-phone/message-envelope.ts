import { localTimeAt } from '../../call-routes/is-open.ts'
import type { MessageEnvelope } from '../../pbx/flow/call-sound.ts'
import type { VoicemailTable } from '../voicemail-table.ts'

const DAY_MS = 86_400_000

/** What is said about a message before it is played, by the clock of the person. */
export function envelopeOf(
  { from_number: from, created_at: createdAt }: Pick<VoicemailTable, 'from_number' | 'created_at'>,
  timeZone: string,
  now: number,
): MessageEnvelope {
  const { date, time } = localTimeAt(timeZone, createdAt)
  const daysAgo = (Date.parse(localTimeAt(timeZone, now).date) - Date.parse(date)) / DAY_MS
  return {
    date: digitsOf(date.slice(5)),
    day: daysAgo === 0 ? 'today' : daysAgo === 1 ? 'yesterday' : undefined,
    time: digitsOf(time),
    // Withheld numbers and names of SIP are not said.
    from: /^\+?\d{1,20}$/.test(from) ? from : '',
  }
}

/** `11-18` as 1118 */
const digitsOf = (text: string) => Number(text.replace(/\D/g, ''))
