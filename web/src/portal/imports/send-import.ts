import type { Import, ImportReport } from '../../../../packages/client/src/generated/telephony-api.ts'
import { fetchWithProgress } from '../../api/fetch-with-progress.ts'
import type { TelephonyClient } from '../../api/telephony-api.ts'

interface ImportOptions {
  dryRun: boolean
  onProgress: (part: number) => void
  signal: AbortSignal
}

export const isJsonFile = ({ name, type }: File) =>
  type === 'application/json' || name.toLowerCase().endsWith('.json')

/** Uploads the file unchanged. Only the server parses it, so that there is one parser. A large one is imported later. */
export function sendImport(
  client: TelephonyClient,
  path: string,
  file: File,
  { dryRun, onProgress, signal }: ImportOptions,
): Promise<ImportReport | Import> {
  const type = isJsonFile(file) ? 'application/json' : 'text/csv'
  const body = file.slice(0, file.size, type)
  const call = `POST ${path}` as 'POST /company/contacts/import'
  return client.call(call, { dry_run: dryRun }, body, { signal, fetch: fetchWithProgress(onProgress) })
}
