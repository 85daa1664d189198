declare module '../../telephony-tables.ts' {
  interface TelephonyTables {
    invitation_mails: InvitationMailsTable
  }
}

/** A mail that somebody is sending. Its row goes when the mail server has the mail, or has refused it. */
export interface InvitationMailsTable {
  company_id: number
  contact_id: string
  token_hash: string
  /** until then whoever is at it may be alive */
  claimed_until: number
}
