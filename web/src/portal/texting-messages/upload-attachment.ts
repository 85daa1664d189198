import type { File as StoredFile } from '../../../../packages/client/src/generated/telephony-api.ts'
import { newRetryKey } from '../../../../packages/client/src/new-retry-key.ts'
import { messageOf } from '../../api/api-failure.ts'
import { fetchWithProgress } from '../../api/fetch-with-progress.ts'
import type { TelephonyClient } from '../../api/telephony-api.ts'
import { changeAttachment, changeDraft } from './drafts.ts'

/** Puts a file into a draft: first its place, then its bytes. */
export async function attachFile(
  client: TelephonyClient,
  conversationId: string,
  file: globalThis.File,
): Promise<void> {
  const key = newRetryKey()
  changeDraft(conversationId, ({ attachments }) => ({
    attachments: [...attachments, { key, name: file.name, progress: 0 }],
  }))
  try {
    const stored = await upload(client, file, (progress) =>
      changeAttachment(conversationId, key, { progress }),
    )
    changeAttachment(conversationId, key, { stored })
  } catch (error) {
    changeAttachment(conversationId, key, { error: messageOf(error) })
  }
}

async function upload(
  client: TelephonyClient,
  file: globalThis.File,
  onProgress: (part: number) => void,
): Promise<StoredFile> {
  const { id } = await client.call('POST /files', {}, { name: file.name.slice(0, 255) || 'file' })
  const form = new FormData()
  form.set('upfile', file, file.name)
  const fetch = fetchWithProgress(onProgress)
  return client.call('POST /files/{file_id}/upload', { file_id: id }, form, { fetch })
}
