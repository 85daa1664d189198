import type { ReceivedFile } from '../../platform/uploads/received-file.ts'
import { badRequest } from '../chat-error.ts'
import type { ChatConfig } from '../chat-platform.ts'

export const MEBIBYTE = 1_048_576
/** Avatars, icons and emoji are scaled down anyway. */
export const PICTURE_MEBIBYTES = 5

export const uploadBytes = ({ uploadMegabytes }: ChatConfig) => uploadMegabytes * MEBIBYTE
export const pictureBytes = () => PICTURE_MEBIBYTES * MEBIBYTE

/** Throws `complaint` unless there is exactly one file. */
export function onePicture(files: readonly ReceivedFile[], complaint: string): ReceivedFile {
  const [file, second] = files
  if (!file || second) throw badRequest(complaint)
  return file
}
