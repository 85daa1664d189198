import type { Identity } from '../identity/identity.ts'
import type { FileUse } from './file-use.ts'

/** The files of companies. */
export interface FileStorage extends Identity {
  readonly fileUses: readonly FileUse[]
}

export const createFileStorage = (identity: Identity, fileUses: readonly FileUse[]): FileStorage => ({
  ...identity,
  fileUses,
})
