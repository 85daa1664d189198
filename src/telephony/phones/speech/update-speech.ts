import { recordChange } from '../../company/audit/record-change.ts'
import type { Actor } from '../../identity/actor.ts'
import type { TelephonyDb, TelephonyPlatform } from '../../telephony-platform.ts'
import { type FoundExtension, storedOwnExtension } from '../extensions/extension-access.ts'
import { type Language, languages } from '../prompts/announcements.ts'
import { findSpeechProblem, speakAnnouncements } from '../prompts/speak.ts'
import { findLanguage } from '../prompts/speech-store.ts'
import { promptLanguagesTable } from '../prompts/speech-tables.ts'
import type { LanguageView, SpeechView } from './speech-view.ts'

export async function showSpeech(platform: TelephonyPlatform, { company }: Actor): Promise<SpeechView> {
  const problem = await findSpeechProblem(platform)
  return {
    language: (await findLanguage(platform.database.read, company.id)) as Language,
    languages: Object.entries(languages).map(([code, name]) => ({ code, name })),
    is_installed: problem === undefined,
    detail: problem ?? '',
  }
}

export async function updateSpeech(
  platform: TelephonyPlatform,
  actor: Actor,
  { language }: { language?: Language },
): Promise<SpeechView> {
  if (language === undefined) return showSpeech(platform, actor)
  const { clock, transact } = platform
  const { company } = actor
  await transact(company.id, async (tx) => {
    const before = { language: await findLanguage(tx.db, company.id) }
    await promptLanguagesTable.put(tx.db, { company_id: company.id, extension_id: '', language })
    const change = { action: 'company.language_updated', id: company.public_id, before } as const
    await recordChange(tx, clock, actor, { ...change, after: { language } })
  })
  speakSoon(platform)
  return showSpeech(platform, actor)
}

export async function showLanguage(
  { database }: TelephonyPlatform,
  { extension }: FoundExtension,
): Promise<LanguageView> {
  return languageOf(database.read, extension)
}

export async function updateLanguage(
  platform: TelephonyPlatform,
  actor: Actor,
  found: FoundExtension,
  after: LanguageView,
): Promise<LanguageView> {
  const { clock, transact } = platform
  await transact(actor.company.id, async (tx) => {
    const extension = await storedOwnExtension(tx.db, actor, found)
    const before = await languageOf(tx.db, extension)
    const key = { company_id: extension.company_id, extension_id: extension.id }
    if (after.language === null) await promptLanguagesTable.remove(tx.db, key)
    else await promptLanguagesTable.put(tx.db, { ...key, language: after.language })
    const change = { action: 'extension.language_updated', id: extension.id, before, after } as const
    await recordChange(tx, clock, actor, change)
  })
  speakSoon(platform)
  return after
}

async function languageOf(
  db: TelephonyDb,
  { company_id, id }: { company_id: number; id: string },
): Promise<LanguageView> {
  const row = await promptLanguagesTable.find(db, { company_id, extension_id: id })
  return { language: (row?.language as Language | undefined) ?? null }
}

/** It takes seconds, so nobody waits for it. What somebody hears earlier is spoken then. */
function speakSoon(platform: TelephonyPlatform): void {
  const speaking = speakAnnouncements(platform).catch((error) =>
    platform.log.warn({ err: error }, 'announcements could not be spoken; trying again when they are heard'),
  )
  void platform.inFlight.track(speaking)
}
