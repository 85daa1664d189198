declare module '../../chat-tables.ts' {
  interface ChatTables {
    mail_outbox: MailOutboxTable
  }
}

/** Pending mails. Times are epoch seconds. */
export interface MailOutboxTable {
  realm_id: number
  id: number
  /** what the mail belongs to: cancelling that also cancels the mail */
  about: string
  /** encrypted, as mails contain secret links */
  sealed_mail: string
  attempts: number
  next_attempt_at: number
}
