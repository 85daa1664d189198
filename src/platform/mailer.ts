/** An electronic letter. */
export interface Mail {
  to: readonly string[]
  subject: string
  text: string
  attachments?: readonly { filename: string; contentType: string; content: Buffer }[]
}

/** Sends mail; resolves when the next server has taken it for everybody. Fails with MailRefused, or otherwise when it is worth trying again. */
export interface Mailer {
  send(mail: Mail): Promise<void>
}

/** The next server will never take this mail. */
export class MailRefused extends Error {}
