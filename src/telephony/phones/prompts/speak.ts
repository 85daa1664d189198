import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inWorkFolder } from '../../../platform/documents/in-work-folder.ts'
import { ProgramMissing, runProgram } from '../../../platform/documents/run-program.ts'
import { parseUntrusted } from '../../../platform/parsers/parse-untrusted.ts'
import { newObjectId } from '../../object-id.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { type AnnouncementName, announcementNames } from '../pbx/flow/announcement-names.ts'
import { announcements, type Language } from './announcements.ts'
import { EVERYBODYS_TENANT, listUsedLanguages } from './speech-store.ts'
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

/** Speaks what the PBX says, once for each language in use. Does nothing where no speech program is installed. */
export async function speakAnnouncements(platform: TelephonyPlatform): Promise<void> {
  const { database, config } = platform
  if (!config.telephony.speech) return
  for (const language of await listUsedLanguages(database.read)) {
    const texts = announcements[language as Language]
    const spoken = await spokenAnnouncementsTable.list(database.read, { language })
    for (const name of texts ? announcementNames : []) {
      if (spoken.some((row) => row.name === name && row.text === texts[name])) continue
      try {
        await speakAnnouncement(platform, language, name, texts[name])
      } catch (error) {
        if (error instanceof ProgramMissing) return
        throw error
      }
    }
  }
}

async function speakAnnouncement(
  platform: TelephonyPlatform,
  language: string,
  name: AnnouncementName,
  text: string,
): Promise<void> {
  const { clock, contents, database } = platform
  const tenant = EVERYBODYS_TENANT
  const { bytes } = await speak(platform, { tenant, text, language, isPatient: true })
  const id = newObjectId(clock)
  await contents.write({ kind: 'prompts', tenant, name: id }, bytes)
  await database.write(0, {
    work: ({ db }) => spokenAnnouncementsTable.put(db, { language, name, text, prompt_id: id }),
  })
}
