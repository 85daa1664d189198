import { english } from './en/english.ts'
import { currentLanguage } from './language.ts'

export type Texts = typeof english

/** All UI texts: `t.compose.send`. English is bundled; other languages load before the first page. */
export let t: Texts = english

export async function loadTexts(): Promise<void> {
  const language = currentLanguage()
  document.documentElement.lang = language
  t = language === 'de' ? (await import('./de/german.ts')).german : english
}
