import { MailRefusal } from '../../../platform/mail/mail-refusal.ts'
import type { Author } from '../../identity/actor.ts'
import { normalizeNumber } from '../../normalize-number.ts'
import { newObjectId } from '../../object-id.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { mailOrigin } from '../faxes/fax.ts'
import { sendFaxes } from '../sending/send-fax.ts'
import type { FaxedMail } from './read-faxed-mail.ts'

const MOST_RECIPIENTS = 20

/** The number in `+12025550112@fax.example.com`, as E.164. Mail to other domains is refused. */
export function faxNumberOf(address: string, domain: string, author: Author, soFar: number): string {
  const at = address.lastIndexOf('@')
  if (address.slice(at + 1).toLowerCase() !== domain.toLowerCase()) {
    throw new MailRefusal(550, `5.7.1 Relaying is denied: only addresses at ${domain} are taken here`)
  }
  if (soFar >= MOST_RECIPIENTS) {
    throw new MailRefusal(452, `4.5.3 At most ${MOST_RECIPIENTS} numbers for each mail`)
  }
  const number = normalizeNumber(address.slice(0, at), author.company.profile.address.country)
  if (number === undefined) throw new MailRefusal(550, '5.1.1 Before the @ must be a phone number')
  return number
}

/**
 * Turns a mail into one fax per number. A mail that is sent again because our response got lost does not create
 * another.
 */
export async function acceptFaxMail(
  platform: TelephonyPlatform,
  author: Author,
  numbers: readonly string[],
  { messageId, subject, document }: FaxedMail,
): Promise<string> {
  const faxes = [...new Set(numbers)].map((to) => ({
    to,
    subject,
    // Mails without an id are never duplicates.
    originId: mailOrigin(
      platform.secrets.hash(`${author.contact?.id} ${to} ${messageId ?? newObjectId(platform.clock)}`),
    ),
  }))
  const sent = await sendFaxes(platform, author, faxes, { pointer: 'The attachment', upload: document })
  return sent.length === 0 ? 'This mail was taken before' : `Queued as ${sent.map(({ id }) => id).join(', ')}`
}
