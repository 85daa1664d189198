import type { TelephonyDb } from '../../telephony-platform.ts'
import { table } from '../../telephony-tables.ts'

declare module '../../telephony-tables.ts' {
  interface TelephonyTables {
    forwardings: ForwardingsTable
  }
}

/** All calls to an extension go to another number. */
export interface ForwardingsTable {
  company_id: number
  extension_id: string
  /** who wants that; it ends when the extension belongs to somebody else */
  user_id: string | null
  number: string
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
