import type { FileUse } from '../../files/file-use.ts'
import { hasHeldText } from './legal-hold-store.ts'
import { isFileOfVisibleMessage } from './texting-message-store.ts'

/** Users see the files of the messages they see. A message outlives its files, unless it is held. */
export const attachmentUse: FileUse = {
  isVisibleTo: isFileOfVisibleMessage,
  reasonToKeep: async (db, companyId, fileId, held) =>
    (await hasHeldText(db, companyId, held, { fileId }))
      ? 'The file came with a text under a legal hold and cannot be deleted'
      : undefined,
}
