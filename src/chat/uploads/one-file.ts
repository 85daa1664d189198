import type { ChatConfig } from '../chat.ts'
import { badRequest, ChatError } from '../chat-error.ts'
import type { UploadedFile } from '../http/raw-arguments.ts'

export const MEBIBYTE = 1_048_576
/** Pictures of people, of the organization and of emoji are made small anyway. */
export const PICTURE_MEBIBYTES = 5
/** What a form adds around the file. */
const FORM_BYTES = 65_536

export const uploadBodyLimit = ({ uploadMegabytes }: ChatConfig) => uploadMegabytes * MEBIBYTE + FORM_BYTES
export const pictureBodyLimit = () => PICTURE_MEBIBYTES * MEBIBYTE + FORM_BYTES

/** `complaint` when there is none, or more than one. */
export function onePicture(files: readonly UploadedFile[], complaint: string): Buffer {
  const [file, second] = files
  if (!file || second) throw badRequest(complaint)
  checkFileSize(file, PICTURE_MEBIBYTES)
  return file.bytes
}

export function checkFileSize(file: UploadedFile, mebibytes: number): void {
  if (file.bytes.length <= mebibytes * MEBIBYTE) return
  throw new ChatError(`Uploaded file is larger than the allowed limit of ${mebibytes} MiB`, {
    status: 413,
    code: 'PAYLOAD_TOO_LARGE',
  })
}
