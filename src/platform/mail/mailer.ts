export interface Mail {
  to: readonly string[]
  /** the sender's name: that of the organization or company */
  fromName: string
  subject: string
  /** Sent also as HTML: see create-mailer.ts. */
  text: string
  /** where replies go; by default, to the sender */
  replyTo?: string
  /** The same for a mail that is sent again: mail systems then keep one. By default, a new one. */
  messageId?: string
  /** further headers */
  headers?: Readonly<Record<string, string>>
  attachments?: readonly { filename: string; contentType: string; content: Buffer }[]
}

/**
 * Resolves when the mail server has accepted the mail for all recipients. Throws MailRefused if a retry is pointless,
 * any other error otherwise.
 */
export interface Mailer {
  send(mail: Mail): Promise<void>
}

/** The mail server will never accept this mail. */
export class MailRefused extends Error {}
