import { table } from '../../../telephony-tables.ts'

declare module '../../../telephony-tables.ts' {
  interface TelephonyTables {
    waiting_shown: WaitingShownTable
  }
}

/** How many messages the phones of an address show. An address without a row shows none. */
export interface WaitingShownTable {
  company_id: number
  /** `1002@a.test` */
  address: string
  new_count: number
  old_count: number
  /** 0: the PBX may not know yet */
  is_told: number
}

export const waitingShownTable = table('waiting_shown', ['company_id', 'address'])
