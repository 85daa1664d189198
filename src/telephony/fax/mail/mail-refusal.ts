import { Problem } from '../../problem.ts'

/** What the sender's mail program is told: `responseCode` is that of SMTP, 4xx to try again, 5xx not to. */
export class MailRefusal extends Error {
  readonly responseCode: number

  constructor(responseCode: number, message: string) {
    super(message)
    this.responseCode = responseCode
  }
}

/** Problems of the API in the words of SMTP. undefined: our own fault, to be logged. */
export function refusalOf(error: unknown): MailRefusal | undefined {
  if (error instanceof MailRefusal) return error
  if (!(error instanceof Problem)) return undefined
  return error.status >= 500 || error.status === 429
    ? new MailRefusal(451, `4.3.0 ${error.message}`)
    : new MailRefusal(554, `5.6.0 ${error.message}`)
}
