import type { ContentPlace } from '../../../platform/contents/contents.ts'
import { parseFile } from '../../http/parse-body.ts'
import type { UploadBody } from '../../http/upload-body.ts'
import type { Company } from '../../identity/company.ts'
import { newObjectId } from '../../object-id.ts'
import { invalidField } from '../../problem.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'

/** Three minutes of stereo at 48 kHz. */
export const PROMPT_BYTES = 36_000_000
const MAX_SECONDS = 180
export const PROMPT_FIELD = 'upfile'

/** A sound that callers hear. Its bytes never change: a new recording is a new prompt. */
export interface Prompt {
  readonly id: string
  /** in seconds */
  readonly duration: number
  /** in bytes */
  readonly size: number
}

export const placeOfPrompt = (company: Company, id: string): ContentPlace => ({
  kind: 'prompts',
  tenant: company.public_id,
  name: id,
})

/**
 * Converts an uploaded WAV file and stores it. The caller stores the id in a row afterwards: prompts without one are
 * deleted after an hour (see prompt-jobs.ts).
 */
export async function storePrompt(
  { clock, contents }: TelephonyPlatform,
  company: Company,
  body: UploadBody,
): Promise<Prompt> {
  const file = body.isForm ? body.files.find(({ field }) => field === PROMPT_FIELD) : body.files[0]
  if (!file) throw invalidField(PROMPT_FIELD, 'is missing: the WAV file')
  const request = { format: 'sound', path: file.path, maxSeconds: MAX_SECONDS } as const
  const { bytes, seconds } = await parseFile(company, request, PROMPT_FIELD)
  const id = newObjectId(clock)
  await contents.write(placeOfPrompt(company, id), Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
  return { id, duration: Math.round(seconds), size: bytes.length }
}
