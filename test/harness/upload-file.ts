import { formOf } from './form-of.ts'
import type { TelephonyAnswer, TelephonyClient } from './telephony-client.ts'

/** A file with its contents, as clients make one: first its name, then its bytes. */
export async function uploadFile(
  client: TelephonyClient,
  bytes: Buffer,
  name = 'document',
): Promise<TelephonyAnswer['body']> {
  const { body: file } = await client.post('/files', { name })
  const { body, headers } = await formOf({ upfile: { bytes, name } })
  const uploaded = await client.call('POST', `/files/${file.id}/upload`, body, headers)
  if (uploaded.status !== 200) throw new Error(`upload answered ${JSON.stringify(uploaded.body)}`)
  return uploaded.body
}
