declare module '../../../telephony-tables.ts' {
  interface TelephonyTables {
    voicemail_mails: VoicemailMailsTable
  }
}

/** A mail about a message that has not been sent yet. */
export interface VoicemailMailsTable {
  company_id: number
  id: string
  message_id: string
  email: string
  subject: string
  /** the text of the mail */
  body: string
  /** whether the recording is attached */
  attaches: number
  /** whether the message is deleted once the mail is sent */
  deletes: number
  attempts: number
  next_attempt_at: number
}
