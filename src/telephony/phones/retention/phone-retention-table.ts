import { table } from '../../telephony-tables.ts'

declare module '../../telephony-tables.ts' {
  interface TelephonyTables {
    phone_retention: PhoneRetentionTable
  }
}

/** How long a company keeps its calls and voicemail. Without a row: for ever. */
export interface PhoneRetentionTable {
  company_id: number
  /** null: for ever */
  calls_days: number | null
  voicemail_days: number | null
  recordings_days: number | null
}

export const phoneRetentionTable = table('phone_retention', ['company_id'])
