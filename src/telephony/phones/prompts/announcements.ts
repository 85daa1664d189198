import type { AnnouncementTexts } from '../pbx/flow/announcement-names.ts'
import type { Phrase } from '../pbx/flow/call-sound.ts'
import { dutch } from './languages/dutch.ts'
import { english } from './languages/english.ts'
import { french } from './languages/french.ts'
import { german } from './languages/german.ts'
import { italian } from './languages/italian.ts'
import { polish } from './languages/polish.ts'
import { portuguese } from './languages/portuguese.ts'
import { russian } from './languages/russian.ts'
import { spanish } from './languages/spanish.ts'

/** The languages of what callers hear: by their codes, which are also the names of the voices. */
export const languages = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
  nl: 'Nederlands',
  pl: 'Polski',
  pt: 'Português',
  ru: 'Русский',
} as const

export type Language = keyof typeof languages

export const languageCodes = Object.keys(languages) as readonly Language[]

export const DEFAULT_LANGUAGE: Language = 'en'

const texts: Readonly<Record<Language, AnnouncementTexts>> = {
  en: english,
  de: german,
  es: spanish,
  fr: french,
  it: italian,
  nl: dutch,
  pl: polish,
  pt: portuguese,
  ru: russian,
}

const isLanguage = (language: string): language is Language => Object.hasOwn(texts, language)

/** What is said in a language; undefined if we do not speak it, or if the text takes a number and there is none. */
export function textOf(language: string, { say, number }: Phrase): string | undefined {
  if (!isLanguage(language)) return undefined
  const text = texts[language][say]
  if (!text.includes('{')) return text
  return number === undefined ? undefined : fill(text, language, number)
}

/** The speech program reads numbers, dates and times as people say them in the language. */
function fill(text: string, language: Language, number: number): string {
  const [first, last] = [Math.floor(number / 100), number % 100]
  // In a leap year. The narrow blank in `2:05 PM` is none for speech programs.
  const on = (options: Intl.DateTimeFormatOptions, time: number) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(time).replace(/\s/g, ' ')
  return text
    .replace('{number}', String(number))
    .replace('{date}', () => on({ day: 'numeric', month: 'long' }, Date.UTC(2024, first - 1, last)))
    .replace('{time}', () => on({ hour: 'numeric', minute: '2-digit' }, Date.UTC(2024, 0, 1, first, last)))
}
