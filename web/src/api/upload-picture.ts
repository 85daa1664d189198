import { callChat } from './chat-api.ts'
import { fetchWithProgress } from './fetch-with-progress.ts'

/** What browsers can show and the server takes. */
export const pictureTypes = 'image/png,image/jpeg,image/gif,image/webp'
export const PICTURE_MEBIBYTES = 5

/** `path` is that of the API: /users/me/avatar. The calls for pictures of bots, emoji and the like take the same form. */
export async function uploadPicture(
  path: string,
  file: File,
  onProgress: (part: number) => void = () => {},
): Promise<void> {
  const call = `POST ${path}` as 'POST /users/me/avatar'
  await callChat(call, { file }, { fetch: fetchWithProgress(onProgress) })
}
