import type { ContentPlace } from '../../../platform/contents/contents.ts'
import { ParseFailure } from '../../../platform/parsers/parse-untrusted.ts'
import { programProblem } from '../../files/documents/program-problem.ts'
import { parseFile } from '../../http/parse-body.ts'
import type { UploadBody } from '../../http/upload-body.ts'
import type { Company } from '../../identity/company.ts'
import { newObjectId } from '../../object-id.ts'
import { invalidField } from '../../problem.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import type { PromptReference } from '../pbx/flow/call-sound.ts'
import { languageCodes, languages } from './announcements.ts'
import { MAX_TEXT_LENGTH, speak } from './speak.ts'
import { EVERYBODYS_TENANT, isOfEverybody } from './speech-store.ts'

/** Three minutes of stereo at 48 kHz. */
export const PROMPT_BYTES = 36_000_000
const MAX_SECONDS = 180
export const PROMPT_FIELD = 'upfile'

/** A sound that callers hear. Its bytes never change: a new recording is a new prompt. */
export interface Prompt extends PromptText {
  readonly id: string
  /** in seconds */
  readonly duration: number
  /** in bytes */
  readonly size: number
}

interface PromptText {
  /** what is spoken; null: it was recorded */
  readonly text: string | null
  readonly language: string | null
}

export const placeOfPrompt = (company: Company, id: string): ContentPlace => ({
  kind: 'prompts',
  tenant: company.public_id,
  name: id,
})

/** undefined: it is the prompt of a company */
export const placeOfAnnouncement = (prompt: PromptReference): ContentPlace | undefined =>
  isOfEverybody(prompt) ? { kind: 'prompts', tenant: EVERYBODYS_TENANT, name: prompt.promptId } : undefined

/**
 * Converts an uploaded WAV file, or speaks a text, and stores it. The caller stores the id in a row afterwards: prompts without one are
 * deleted after an hour (see prompt-jobs.ts).
 */
export async function storePrompt(
  platform: TelephonyPlatform,
  company: Company,
  body: UploadBody,
  ownLanguage: string,
): Promise<Prompt> {
  const file = body.isForm ? body.files.find(({ field }) => field === PROMPT_FIELD) : body.files[0]
  const { text, language = ownLanguage } = body.isForm ? body.fields : {}
  if (text !== undefined) {
    if (file) throw invalidField('text', 'cannot be sent with a file: choose one')
    checkText(text, language)
    const { bytes, seconds } = await speak(platform, { tenant: company.public_id, text, language }).catch(
      (error) => {
        throw error instanceof ParseFailure
          ? invalidField('text', 'is too long to be spoken in three minutes')
          : programProblem(error, 'text')
      },
    )
    return keepPrompt(platform, company, bytes, seconds, { text, language })
  }
  if (!file) throw invalidField(PROMPT_FIELD, 'is missing: the WAV file, or the field "text"')
  const request = { format: 'sound', path: file.path, maxSeconds: MAX_SECONDS } as const
  const { bytes, seconds } = await parseFile(company, request, PROMPT_FIELD)
  return keepPrompt(platform, company, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), seconds)
}

function checkText(text: string, language: string): void {
  if (!/[\p{L}\p{N}]/u.test(text)) throw invalidField('text', 'must have words')
  if (text.length > MAX_TEXT_LENGTH) {
    throw invalidField('text', `must have at most ${MAX_TEXT_LENGTH} characters`)
  }
  if (!(language in languages)) {
    throw invalidField('language', `must be one of ${languageCodes.join(', ')}`)
  }
}

/** Stores a WAV file of 16 bits at 8 kHz. */
export async function keepPrompt(
  { clock, contents }: TelephonyPlatform,
  company: Company,
  bytes: Buffer,
  seconds: number,
  spoken: PromptText = { text: null, language: null },
): Promise<Prompt> {
  const id = newObjectId(clock)
  await contents.write(placeOfPrompt(company, id), bytes)
  return { id, duration: Math.round(seconds), size: bytes.length, ...spoken }
}
