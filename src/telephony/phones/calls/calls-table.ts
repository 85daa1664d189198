import { table } from '../../telephony-tables.ts'

declare module '../../telephony-tables.ts' {
  interface TelephonyTables {
    calls: CallsTable
    call_parties: CallPartiesTable
  }
}

/** A row is written when a call begins, and completed once, when it ends. */
export interface CallsTable {
  company_id: number
  id: string
  /** the PBX's id of the call, by which a call is recognized after a crash */
  pbx_call_id: string
  direction: string
  /** what the caller dialled */
  dialled: string
  /** null while the call is in progress */
  result: string | null
  started_at: number
  answered_at: number | null
  ended_at: number | null
  /** the number to which it was transferred, the last one */
  transferred_to: string | null
  /** of its recording, in bytes; null: it has none */
  recording_size: number | null
  recording_seconds: number | null
  /** null: it is not being recorded, or the call has ended */
  recording_state: 'recording' | 'paused' | 'ended' | null
}

export const callEncryptions = ['srtp', 'none'] as const
export type CallEncryption = (typeof callEncryptions)[number]

/** The caller, and each phone that was called, as they were at the time of the call. */
export interface CallPartiesTable {
  company_id: number
  call_id: string
  /** `caller` or `called` */
  role: string
  /** the SIP address */
  address: string
  number: string
  name: string
  extension_id: string | null
  user_id: string | null
  instance_uuid: string | null
  /** of somebody outside */
  trunk_id: string | null
  /** null for the caller */
  outcome: string | null
  /** of the sound between the phone or provider and the PBX; null: nobody has talked, or it is not known */
  encryption: CallEncryption | null
  /** in the order of calling */
  position: number
}

export const callsTable = table('calls', ['company_id', 'id'], { orderBy: ['started_at'] })

export const callPartiesTable = table('call_parties', ['company_id', 'call_id', 'role', 'address'], {
  orderBy: ['call_id', 'position'],
})
