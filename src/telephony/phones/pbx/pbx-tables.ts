import { table } from '../../telephony-tables.ts'
import type { CallStatus, SubscriberState } from './pbx.ts'

declare module '../../telephony-tables.ts' {
  interface TelephonyTables {
    pbx_accounts: PbxAccountsTable
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
