export const languages = { en: 'English', de: 'Deutsch' } as const

export type Language = keyof typeof languages

const KEY = 'switchboard-language'

/** What this browser was told, else what it prefers, else English. */
export function currentLanguage(): Language {
  const wanted = [localStorage.getItem(KEY), ...navigator.languages.map((name) => name.slice(0, 2))]
  return wanted.find(isLanguage) ?? 'en'
}

export function isLanguage(name: string | null): name is Language {
  return name !== null && Object.hasOwn(languages, name)
}

export function rememberLanguage(language: Language): void {
  localStorage.setItem(KEY, language)
}
