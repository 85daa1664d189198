import { changeHeaders, readAnswer } from './chat-api.ts'
import { uploadForm } from './upload-form.ts'

/** What browsers can show and the server takes. */
export const pictureTypes = 'image/png,image/jpeg,image/gif,image/webp'
export const PICTURE_MEBIBYTES = 5

/** `path` is that of the API: /users/me/avatar. */
export async function uploadPicture(
  path: string,
  file: File,
  onProgress?: (part: number) => void,
): Promise<void> {
  const form = new FormData()
  form.set('file', file)
  const answer = await uploadForm(`/api/v1${path}`, form, {
    headers: changeHeaders(),
    ...(onProgress && { onProgress }),
  })
  readAnswer(answer.status, answer.headers, answer.json)
}
