import type { FileUse } from '../../files/file-use.ts'
import { isFileOfVisibleMessage } from './texting-message-store.ts'

/** Users see the files of the messages they see. A message outlives its files. */
export const attachmentUse: FileUse = {
  isVisibleTo: isFileOfVisibleMessage,
  reasonToKeep: async () => undefined,
}
