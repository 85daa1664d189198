import type { CallingClass } from '../pbx/may-call.ts'
import type { CallStatus, SubscriberState } from '../pbx/pbx.ts'

declare module '../../telephony-tables.ts' {
  interface TelephonyTables {
    extensions: ExtensionsTable
  }
}

export interface ExtensionsTable {
  company_id: number
  id: string
  instance_uuid: string
  number: number
  name: string
  description: string
  purpose: string
  location_id: string
  user_id: string | null
  /** the user's name, for sorting: assigned extensions first, then by name */
  user_key: string
  /** the searchable text, in lower case */
  search_text: string
  /** JSON: the fields of `data` that were set; the rest have defaults */
  data: string
  /** encrypted JSON: ExtensionSecrets */
  secrets_sealed: string
  /** JSON or null */
  outbound_callerid: string | null
  /** JSON or null */
  reserved: string | null
  /** which numbers outside it may call: see calling-rules/ */
  calling_class: CallingClass
  state: SubscriberState
  call_status: CallStatus
  created_at: number
  updated_at: number
}
