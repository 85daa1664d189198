import { table } from '../../chat-tables.ts'

declare module '../../chat-tables.ts' {
  interface ChatTables {
    two_factors: TwoFactorsTable
    recovery_codes: RecoveryCodesTable
  }
}

/** The second factor of an account. Times are epoch seconds. */
export interface TwoFactorsTable {
  realm_id: number
  user_id: number
  secret_sealed: string
  /** the newest step whose code was used: each code works once */
  last_step: number
  /** null: being set up, has no effect yet */
  confirmed_at: number | null
}

/** Codes that replace the device, once each. */
export interface RecoveryCodesTable {
  realm_id: number
  user_id: number
  code_hash: string
}

export const twoFactorsTable = table('two_factors', ['realm_id', 'user_id'])

export const recoveryCodesTable = table('recovery_codes', ['realm_id', 'user_id', 'code_hash'])
