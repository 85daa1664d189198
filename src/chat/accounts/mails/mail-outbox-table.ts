/** Mails that are still to be sent. Times are epoch seconds. */
export interface MailOutboxTable {
  realm_id: number
  id: number
  /** what it belongs to: whoever takes that back takes the mail back, too */
  about: string
  /** encrypted: mails carry links that open doors */
  sealed_mail: string
  attempts: number
  next_attempt_at: number
}
