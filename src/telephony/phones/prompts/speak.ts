import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runExclusive } from '../../../platform/concurrency/run-exclusive.ts'
import { inWorkFolder } from '../../../platform/documents/in-work-folder.ts'
import { ProgramMissing, runProgram } from '../../../platform/documents/run-program.ts'
import { parseUntrusted } from '../../../platform/parsers/parse-untrusted.ts'
import { newObjectId } from '../../object-id.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { announcementNames } from '../pbx/flow/announcement-names.ts'
import type { Phrase, PromptReference } from '../pbx/flow/call-sound.ts'
import { textOf } from './announcements.ts'
import { EVERYBODYS_TENANT, findSpoken, listUsedLanguages, promptOfEverybody } from './speech-store.ts'
import { spokenAnnouncementsTable } from './speech-tables.ts'

/** Of a text. Spoken, it takes about two minutes. */
export const MAX_TEXT_LENGTH = 1500
const MAX_SECONDS = 180
const PROGRAM_SECONDS = 20
const WORDS_PER_MINUTE = '150'

type Needs = Pick<TelephonyPlatform, 'config'>

export interface SpeechRequest {
  /** companies are served in turn */
  readonly tenant: string
  readonly text: string
  readonly language: string
  /** No request waits for it. */
  readonly isPatient?: boolean
}

/** Speaks a text: a WAV file of 16 bits at 8 kHz. Throws ProgramMissing, ProgramFailed, TooManyWaiting. */
export async function speak(
  { config }: Needs,
  { tenant, text, language, isPatient = false }: SpeechRequest,
): Promise<{ bytes: Buffer; seconds: number }> {
  if (!config.telephony.speech) throw new ProgramMissing('espeak-ng')
  return inWorkFolder({ dataDir: config.dataDir, tenant, isPatient }, async (folder) => {
    // By a file of our own, so that no text is taken for an option.
    await writeFile(join(folder, 'text.txt'), text)
    const args = ['-v', language, '-s', WORDS_PER_MINUTE, '-b', '1', '-f', 'text.txt', '-w', 'speech.wav']
    await runProgram('espeak-ng', args, { folder, seconds: PROGRAM_SECONDS })
    const request = { format: 'sound', path: join(folder, 'speech.wav'), maxSeconds: MAX_SECONDS } as const
    const { bytes, seconds } = await parseUntrusted(tenant, request)
    return { bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), seconds }
  })
}

/** Why no text can be spoken; undefined if it can. */
export async function findSpeechProblem({ config }: Needs): Promise<string | undefined> {
  if (!config.telephony.speech) return 'Speech is switched off on this server (SPEECH=no)'
  try {
    await inWorkFolder({ dataDir: config.dataDir, tenant: EVERYBODYS_TENANT }, (folder) =>
      runProgram('espeak-ng', ['--version'], { folder, seconds: PROGRAM_SECONDS }),
    )
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Digits, too: nobody should wait for each of a long number. */
const spokenBefore: readonly Phrase[] = [
  ...announcementNames.map((say) => ({ say })),
  ...Array.from({ length: 10 }, (_, number) => ({ say: 'digit', number }) as const),
]

type PhraseNeeds = Pick<TelephonyPlatform, 'clock' | 'config' | 'contents' | 'database'>

/**
 * Speaks what the PBX says, once for each language in use. Most phrases with a number are spoken when somebody first
 * hears them. Does nothing where no speech program is installed.
 */
export async function speakAnnouncements(platform: PhraseNeeds, stopping?: AbortSignal): Promise<void> {
  if (!platform.config.telephony.speech) return
  try {
    for (const language of await listUsedLanguages(platform.database.read)) {
      for (const phrase of spokenBefore) {
        if (stopping?.aborted) return
        await findOrSpeak(platform, language, phrase, true)
      }
    }
  } catch (error) {
    if (!(error instanceof ProgramMissing)) throw error
  }
}

/** The prompt of a phrase: as it was spoken before, or spoken now. undefined: it has no text. Throws like `speak`. */
export async function findOrSpeak(
  needs: PhraseNeeds,
  language: string,
  phrase: Phrase,
  isPatient = false,
): Promise<PromptReference | undefined> {
  const text = textOf(language, phrase)
  if (text === undefined) return undefined
  const name = phrase.number === undefined ? phrase.say : `${phrase.say} ${phrase.number}`
  const { read } = needs.database
  return (
    (await findSpoken(read, language, name, text)) ??
    // A job and two calls may want it at the same moment.
    runExclusive(
      `speaking ${language} ${name}`,
      async () =>
        (await findSpoken(read, language, name, text)) ?? speakPhrase(needs, language, name, text, isPatient),
    )
  )
}

/** The former prompt is deleted later, by prompt-jobs.ts: somebody may be listening to it. */
async function speakPhrase(
  needs: PhraseNeeds,
  language: string,
  name: string,
  text: string,
  isPatient: boolean,
): Promise<PromptReference> {
  const { clock, contents, database } = needs
  const tenant = EVERYBODYS_TENANT
  const { bytes } = await speak(needs, { tenant, text, language, isPatient })
  const id = newObjectId(clock)
  await contents.write({ kind: 'prompts', tenant, name: id }, bytes)
  await database.write(0, {
    work: ({ db }) => spokenAnnouncementsTable.put(db, { language, name, text, prompt_id: id }),
  })
  return promptOfEverybody(id)
}
