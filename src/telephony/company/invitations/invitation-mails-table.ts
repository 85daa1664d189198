declare module '../../telephony-tables.ts' {
  interface TelephonyTables {
    invitation_mails: InvitationMailsTable
  }
}

/** A mail that is being sent. The row is deleted when the mail server has accepted or refused it. */
export interface InvitationMailsTable {
  company_id: number
  contact_id: string
  token_hash: string
  /** the end of the sender's lease */
  claimed_until: number
}
