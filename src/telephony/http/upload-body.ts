import type { ReceivedFile } from '../../platform/uploads/received-file.ts'

/** A body on disk: a form with its files, or the body itself as the only file. */
export interface UploadBody {
  readonly isForm: boolean
  readonly fields: Readonly<Record<string, string>>
  readonly files: readonly ReceivedFile[]
}
