import { table } from '../../telephony-tables.ts'

declare module '../../telephony-tables.ts' {
  interface TelephonyTables {
    voicemail_messages: VoicemailTable
  }
}

export interface VoicemailTable {
  company_id: number
  id: string
  /** the PBX's name of the recording, by which a message is recognized after a crash */
  recording: string
  /** the mailbox: the extension that was called, and whose it was */
  number: string
  extension_id: string | null
  user_id: string | null
  instance_uuid: string
  /** the caller */
  from_number: string
  from_name: string
  call_id: string | null
  is_read: number
  /** in seconds */
  duration: number
  size: number
  created_at: number
}

export const voicemailTable = table('voicemail_messages', ['company_id', 'id'])
