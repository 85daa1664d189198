/** Languages that the menus of all vendors have. */
export const languages = ['en', 'de', 'es', 'fr', 'it', 'nl', 'pl', 'pt', 'ru', 'tr'] as const
export type PhoneLanguage = (typeof languages)[number]

/** The language of most people in a country, if phones have it. */
export function languageOf(country: string): PhoneLanguage {
  const spoken = regionOf(country)?.maximize().language
  return languages.find((one) => one === spoken) ?? 'en'
}

/** The time zone of a country that has one. Others have no default but that of the server. */
export function timeZoneOf(country: string): string {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  const zones = zonesOf(regionOf(country))
  return zones.length === 1 ? zones[0]! : own
}

function regionOf(country: string): Intl.Locale | undefined {
  return /^[A-Za-z]{2}$/.test(country) ? new Intl.Locale(`und-${country}`) : undefined
}

/** Node has had two names for it. */
function zonesOf(region: Intl.Locale | undefined): readonly string[] {
  const zoned = region as
    | (Intl.Locale & { timeZones?: readonly string[]; getTimeZones?(): readonly string[] })
    | undefined
  return zoned?.getTimeZones?.() ?? zoned?.timeZones ?? []
}
