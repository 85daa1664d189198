import type { FaxMessage } from '../../../../packages/client/src/generated/telephony-api.ts'
import { fetchWithProgress } from '../../api/fetch-with-progress.ts'
import type { TelephonyClient } from '../../api/telephony-api.ts'

export interface NewFax {
  to: string
  toName: string
  from: string
  subject: string
  file: File
}

/** With the document in one form. Sent once for each key. */
export function sendFax(
  client: TelephonyClient,
  { to, toName, from, subject, file }: NewFax,
  retryKey: string,
  onProgress: (part: number) => void,
): Promise<FaxMessage> {
  const form = new FormData()
  form.set('to', to.trim())
  const optional = { to_name: toName.trim(), from, subject: subject.trim() }
  for (const [name, value] of Object.entries(optional)) if (value) form.set(name, value)
  form.set('upfile', file, file.name)
  const options = { idempotencyKey: retryKey, fetch: fetchWithProgress(onProgress) }
  return client.call('POST /fax/messages', {}, form, options)
}
