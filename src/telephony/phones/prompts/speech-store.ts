import type { TelephonyDb } from '../../telephony-platform.ts'
import type { PromptReference } from '../pbx/flow/call-sound.ts'
import { DEFAULT_LANGUAGE } from './announcements.ts'
import { promptLanguagesTable, spokenAnnouncementsTable } from './speech-tables.ts'

/** No company has this id: its prompts are what the server says for all of them. */
const EVERYBODY = 0
export const EVERYBODYS_TENANT = 'announcements'

export const isOfEverybody = ({ companyId }: PromptReference) => companyId === EVERYBODY

/** The language of an extension, else of its company. */
export async function findLanguage(db: TelephonyDb, companyId: number, extensionId = ''): Promise<string> {
  const chosen = await promptLanguagesTable.list(db, { company_id: companyId })
  const of = (id: string) => chosen.find((row) => row.extension_id === id)?.language
  return (extensionId === '' ? undefined : of(extensionId)) ?? of('') ?? DEFAULT_LANGUAGE
}

/** All languages that somebody may hear. */
export async function listUsedLanguages(db: TelephonyDb): Promise<string[]> {
  const rows = await db.selectFrom('prompt_languages').select('language').distinct().execute()
  return [...new Set([DEFAULT_LANGUAGE, ...rows.map(({ language }) => language)])]
}

/** What the speech program has said; undefined if it has not, or if the text was another. */
export async function findSpoken(
  db: TelephonyDb,
  language: string,
  name: string,
  text: string,
): Promise<PromptReference | undefined> {
  const row = await spokenAnnouncementsTable.find(db, { language, name })
  return row?.text === text ? promptOfEverybody(row.prompt_id) : undefined
}

export const promptOfEverybody = (promptId: string): PromptReference => ({ companyId: EVERYBODY, promptId })

export const isPromptOfEverybody = async (db: TelephonyDb, tenant: string, id: string): Promise<boolean> =>
  tenant === EVERYBODYS_TENANT && (await spokenAnnouncementsTable.findBy(db, { prompt_id: id })) !== undefined
