import { table } from '../../telephony-tables.ts'
import type { CallStatus, SubscriberState } from './pbx.ts'

declare module '../../telephony-tables.ts' {
  interface TelephonyTables {
    pbx_accounts: PbxAccountsTable
    received_recordings: ReceivedRecordingsTable
  }
}

/** Accounts of the embedded PBX, which a SIP server would have in its own database. */
export interface PbxAccountsTable {
  domain: string
  number: number
  ha1: string
  display_name: string
  state: SubscriberState
  call_status: CallStatus
}

export const pbxAccountsTable = table('pbx_accounts', ['domain', 'number'])

/**
 * A recording that we have stored, and whose copy the PBX has yet to delete. Users may delete ours before that: it must
 * not come back.
 */
export interface ReceivedRecordingsTable {
  company_id: number
  name: string
}

export const receivedRecordingsTable = table('received_recordings', ['company_id', 'name'])
