export const languages = { en: 'English', de: 'Deutsch' } as const

export type Language = keyof typeof languages

const KEY = 'switchboard-language'

let known: Language | undefined

/** The language stored in this browser, or its preferred one, or English. Cached: every formatted time calls this. */
export function currentLanguage(): Language {
  known ??= read()
  return known
}

function read(): Language {
  const wanted = [localStorage.getItem(KEY), ...navigator.languages.map((name) => name.slice(0, 2))]
  return wanted.find(isLanguage) ?? 'en'
}

export function isLanguage(name: string | null): name is Language {
  return name !== null && Object.hasOwn(languages, name)
}

export function rememberLanguage(language: Language): void {
  known = language
  localStorage.setItem(KEY, language)
}
