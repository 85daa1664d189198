import { MailRefusal } from '../../../platform/mail/mail-refusal.ts'
import { Problem } from '../../problem.ts'

/** A problem of the API as an SMTP response; undefined for internal errors, which are logged. */
export function refusalOf(error: unknown): MailRefusal | undefined {
  if (error instanceof MailRefusal) return error
  if (!(error instanceof Problem)) return undefined
  return error.status >= 500 || error.status === 429
    ? new MailRefusal(451, `4.3.0 ${error.message}`)
    : new MailRefusal(554, `5.6.0 ${error.message}`)
}
