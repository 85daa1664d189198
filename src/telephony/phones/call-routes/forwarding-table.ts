import type { TelephonyDb } from '../../telephony-platform.ts'
import { table } from '../../telephony-tables.ts'

declare module '../../telephony-tables.ts' {
  interface TelephonyTables {
    forwardings: ForwardingsTable
  }
}

/** Calls to an extension go to another number: all of them, or those that nobody takes. */
export interface ForwardingsTable {
  company_id: number
  extension_id: string
  /** who wants that; it ends when the extension belongs to somebody else */
  user_id: string | null
  /** of all calls; empty: the phones ring */
  number: string
  /** if the extension is busy; null: as its settings say */
  busy_number: string | null
  /** if nobody answers, or no phone is registered */
  no_answer_number: string | null
  created_at: number
}

export const forwardingsTable = table('forwardings', ['company_id', 'extension_id'])

/** The forwarding of an extension by its present user. */
export async function findForwarding(
  db: TelephonyDb,
  { company_id, id, user_id }: { company_id: number; id: string; user_id: string | null },
): Promise<ForwardingsTable | undefined> {
  const found = await forwardingsTable.find(db, { company_id, extension_id: id })
  return found?.user_id === user_id ? found : undefined
}
