import type { FileUse } from '../../files/file-use.ts'
import { isFileOfFax } from './fax-store.ts'

/** Everybody in the company sees its faxes. Their documents are deleted with them, never before. */
export const faxFileUse: FileUse = {
  isVisibleTo: isFileOfFax,
  reasonToKeep: async (db, companyId, fileId) =>
    (await isFileOfFax(db, companyId, fileId)) ? 'The file belongs to a fax; delete that first' : undefined,
}
