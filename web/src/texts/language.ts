import { useSyncExternalStore } from 'react'

export const languages = { en: 'English', de: 'Deutsch' } as const

export type Language = keyof typeof languages

const KEY = 'switchboard-language'

/** Loads the texts of one set in a language. */
type LoadTexts = (language: Language) => Promise<void>

const sets = new Set<LoadTexts>()
const listeners = new Set<() => void>()

/** What the page is in. It changes when all texts are there. */
let shown: Language = 'en'

/** What it will be in. Texts that are loaded meanwhile are loaded in this language. */
let wanted: Language = 'en'

export const currentLanguage = (): Language => shown

/** A component that uses it is rendered again in another language. The root of the page does. */
export const useLanguage = (): Language => useSyncExternalStore(subscribe, currentLanguage)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export function isLanguage(name: string | null): name is Language {
  return name !== null && Object.hasOwn(languages, name)
}

/** Shows everything in this language, and remembers it in this browser. */
export async function changeLanguage(language: Language): Promise<void> {
  await showLanguage(language)
  localStorage.setItem(KEY, language)
}

/** At the start of the page: the language stored in this browser, or its preferred one, or English. */
export function startLanguage(): Promise<void> {
  const liked = [localStorage.getItem(KEY), ...navigator.languages.map((name) => name.slice(0, 2))]
  return showLanguage(liked.find(isLanguage) ?? 'en')
}

async function showLanguage(language: Language): Promise<void> {
  wanted = language
  await Promise.all([...sets].map((load) => load(language)))
  // Another one was chosen in the meantime.
  if (wanted !== language) return
  shown = language
  document.documentElement.lang = language
  for (const listener of listeners) listener()
}

/**
 * A set of texts that are always in the current language: `t.compose.send`. English is bundled; other languages load
 * before they are shown. `load` is for a set that is loaded after the start of the page.
 */
export function textSet<T extends object>(english: T, german: () => Promise<T>) {
  const known = new Map<Language, T>([['en', english]])
  async function load(language: Language): Promise<void> {
    if (!known.has(language)) known.set(language, await german())
  }
  sets.add(load)
  const texts = new Proxy(english, { get: (_, name) => Reflect.get(known.get(shown) ?? english, name) })
  return { texts, load: () => load(wanted) }
}
