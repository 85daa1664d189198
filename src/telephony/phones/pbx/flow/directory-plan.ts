import type { PbxAddress } from '../pbx.ts'

/** The caller looks for a person by the first letters of the name. */
export interface DirectoryPlan {
  readonly kind: 'directory'
  readonly companyId: number
  /** the number of the directory, or the phone at which its code was dialled */
  readonly callee: PbxAddress
  /** how often the caller may look in vain */
  readonly tries: number
  /** the number for callers who find nobody; empty: the call ends */
  readonly destination: string
  readonly language: string
}
