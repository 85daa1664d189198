import { entrance as english } from './en/entrance.ts'
import { currentLanguage } from './language.ts'

export type EntranceTexts = typeof english

/** The texts of the entrance pages, which the chat and the portal do not load. */
export let e: EntranceTexts = english

export async function loadEntranceTexts(): Promise<void> {
  e = currentLanguage() === 'de' ? (await import('./de/entrance.ts')).entrance : english
}
