import { table } from '../../telephony-tables.ts'

declare module '../../telephony-tables.ts' {
  interface TelephonyTables {
    blocked_numbers: BlockedNumbersTable
    call_screening: CallScreeningTable
  }
}

/** What happens to a caller whose number is blocked. */
export const blockActions = ['busy', 'reject', 'voicemail'] as const

export type BlockAction = (typeof blockActions)[number]

/** A number outside, or the beginning of numbers, that may not call. */
export interface BlockedNumbersTable {
  company_id: number
  id: string
  /** whose extensions it may not call; empty: of everybody in the company */
  user_id: string
  /** E.164, or the beginning of it */
  number: string
  is_prefix: number
  action: BlockAction
  note: string
  created_at: number
  updated_at: number
}

/** How callers outside are treated. Without a row, nothing is asked of them. */
export interface CallScreeningTable {
  company_id: number
  /** empty: of everybody in the company */
  user_id: string
  reject_anonymous: number
  screen_unknown: number
}

export const blockedNumbersTable = table('blocked_numbers', ['company_id', 'id'])

export const callScreeningTable = table('call_screening', ['company_id', 'user_id'])
