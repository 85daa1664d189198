import { readFile } from 'node:fs/promises'
import type { ContentPlace } from '../../../platform/contents/contents.ts'
import type { UploadBody } from '../../http/upload-body.ts'
import type { Company } from '../../identity/company.ts'
import { newObjectId } from '../../object-id.ts'
import { invalidField } from '../../problem.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { BadSound, readWav } from './read-wav.ts'
import { TELEPHONE_RATE, telephoneSound } from './telephone-sound.ts'

/** Three minutes of stereo at 48 kHz. */
export const PROMPT_BYTES = 36_000_000
const LONGEST_SECONDS = 180
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
  const bytes = await convert(await readFile(file.path))
  const id = newObjectId(clock)
  await contents.write(placeOfPrompt(company, id), bytes)
  return { id, duration: Math.round(bytes.length / 2 / TELEPHONE_RATE), size: bytes.length }
}

async function convert(file: Buffer): Promise<Buffer> {
  try {
    const sound = readWav(file, LONGEST_SECONDS)
    if (sound.samples.length / sound.rate < 0.1) throw new BadSound('has no sound')
    return await telephoneSound(sound)
  } catch (error) {
    if (error instanceof BadSound) throw invalidField(PROMPT_FIELD, error.message)
    throw error
  }
}
