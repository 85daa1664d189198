import type { ImportReport } from '../../../generated/telephony-api.ts'
import { failureOf, type TelephonyClient } from '../../api/telephony-api.ts'
import { uploadForm } from '../../api/upload-form.ts'

interface ImportOptions {
  dryRun: boolean
  onProgress: (part: number) => void
  signal: AbortSignal
}

export const isJsonFile = ({ name, type }: File) =>
  type === 'application/json' || name.toLowerCase().endsWith('.json')

/** Uploads the file unchanged. Only the server parses it, so that there is one parser. */
export async function sendImport(
  client: TelephonyClient,
  path: string,
  file: File,
  { dryRun, ...options }: ImportOptions,
): Promise<ImportReport> {
  const type = isJsonFile(file) ? 'application/json' : 'text/csv'
  const answer = await uploadForm(`${path}?dry_run=${dryRun}`, file, {
    headers: { ...client.headers, 'content-type': type },
    ...options,
  })
  if (answer.status >= 300) throw failureOf(answer)
  return answer.json as ImportReport
}
