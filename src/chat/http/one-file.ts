import type { ReceivedFile } from '../../platform/uploads/received-file.ts'
import type { ChatConfig } from '../chat.ts'
import { badRequest } from '../chat-error.ts'

export const MEBIBYTE = 1_048_576
/** Pictures of people, of the organization and of emoji are made small anyway. */
export const PICTURE_MEBIBYTES = 5

export const uploadBytes = ({ uploadMegabytes }: ChatConfig) => uploadMegabytes * MEBIBYTE
export const pictureBytes = () => PICTURE_MEBIBYTES * MEBIBYTE

/** `complaint` when there is none, or more than one. */
export function onePicture(files: readonly ReceivedFile[], complaint: string): ReceivedFile {
  const [file, second] = files
  if (!file || second) throw badRequest(complaint)
  return file
}
