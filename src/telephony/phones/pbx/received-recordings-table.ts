import { table } from '../../telephony-tables.ts'

declare module '../../telephony-tables.ts' {
  interface TelephonyTables {
    received_recordings: ReceivedRecordingsTable
  }
}

/**
 * A recording that we have stored, and whose copy the PBX has yet to delete. Users may delete ours before that: it must
 * not come back.
 */
export interface ReceivedRecordingsTable {
  company_id: number
  name: string
}

export const receivedRecordingsTable = table('received_recordings', ['company_id', 'name'])
