import { table } from '../../telephony-tables.ts'

declare module '../../telephony-tables.ts' {
  interface TelephonyTables {
    prompt_languages: PromptLanguagesTable
    spoken_announcements: SpokenAnnouncementsTable
  }
}

/** The language of what callers hear, if it was chosen. */
export interface PromptLanguagesTable {
  company_id: number
  /** empty: of the company */
  extension_id: string
  language: string
}

/** What the speech program has spoken for all companies. */
export interface SpokenAnnouncementsTable {
  language: string
  /** that of the announcement, and its number if it has one: `queue_position 3` */
  name: string
  /** as it was spoken */
  text: string
  prompt_id: string
}

export const promptLanguagesTable = table('prompt_languages', ['company_id', 'extension_id'])

export const spokenAnnouncementsTable = table('spoken_announcements', ['language', 'name'])
