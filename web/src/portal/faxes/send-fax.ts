import type { FaxMessage } from '../../../generated/telephony-api.ts'
import { failureOf, type TelephonyClient } from '../../api/telephony-api.ts'
import { uploadForm } from '../../api/upload-form.ts'

export interface NewFax {
  to: string
  toName: string
  from: string
  subject: string
  file: File
}

/** With the document in one form. Sent once for each key. */
export async function sendFax(
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
  const headers = { ...client.headers, 'idempotency-key': retryKey }
  const answer = await uploadForm('/fax/messages', form, { headers, onProgress })
  if (answer.status >= 300) throw failureOf(answer)
  return answer.json as FaxMessage
}
