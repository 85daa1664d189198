import type { ChatCall } from '../../api/chat-api.ts'
import { changeHeaders, readAnswer } from '../../api/chat-api.ts'
import { uploadForm } from '../../api/upload-form.ts'

export const PICTURE_TYPES = 'image/png,image/jpeg,image/gif,image/webp'
export const PICTURE_MEBIBYTES = 5

/** An upload of one picture, with word of how far it has come. */
export async function uploadPicture(
  call: ChatCall & `POST ${string}`,
  names: Record<string, string>,
  file: File,
  onProgress: (part: number) => void,
): Promise<void> {
  const path = call.slice('POST '.length).replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(names[name]!))
  const form = new FormData()
  form.set('file', file)
  const { status, headers, json } = await uploadForm(`/api/v1${path}`, form, {
    headers: changeHeaders(),
    onProgress,
  })
  readAnswer(status, headers, json)
}
