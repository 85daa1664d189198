import { english } from './en/english.ts'
import { currentLanguage } from './language.ts'

export type Texts = typeof english

/** Every text that a person reads: `t.compose.send`. English is there at once, another language before the first page. */
export let t: Texts = english

export async function loadTexts(): Promise<void> {
  const language = currentLanguage()
  document.documentElement.lang = language
  t = language === 'de' ? (await import('./de/german.ts')).german : english
}
