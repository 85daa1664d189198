import { type CountryCode, getCountries, parsePhoneNumberFromString } from 'libphonenumber-js'

/**
 * Normalizes a number as written by a person or a carrier to E.164; undefined if it cannot be one. Numbers need only be
 * possible: those reserved for fiction are not assigned, but every example uses them.
 */
export function normalizeNumber(text: string, defaultCountry = 'US'): string | undefined {
  // The longest number has 15 digits; more than this is not worth parsing.
  if (text.length > 40) return undefined
  const number = parsePhoneNumberFromString(text.trim(), {
    defaultCountry: countryCode(defaultCountry),
    extract: false,
  })
  // An extension is dialled after the call is answered, so it cannot receive texts.
  if (number === undefined || number.ext !== undefined || !number.isPossible()) return undefined
  return number.number
}

/** `from_number` in the API: ten digits for +1, all digits for others. */
export function tenDigits(e164: string): string {
  const digits = e164.replace(/\D/g, '')
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits
}

/** Names that the list of regions spells differently. */
const otherNames: Readonly<Record<string, CountryCode>> = {
  usa: 'US',
  'united states of america': 'US',
  uk: 'GB',
  'great britain': 'GB',
}

let codes: ReadonlyMap<string, CountryCode> | undefined

/** Accepts `US`, `USA` and `United States`. Anything unknown is taken as the United States. */
export function countryCode(country: string): CountryCode {
  codes ??= listCountries()
  const name = country.trim().toLowerCase().replaceAll('.', '')
  return codes.get(name) ?? 'US'
}

function listCountries(): ReadonlyMap<string, CountryCode> {
  const english = new Intl.DisplayNames(['en'], { type: 'region' })
  const known = new Map<string, CountryCode>(Object.entries(otherNames))
  for (const code of getCountries()) {
    known.set(code.toLowerCase(), code)
    known.set(english.of(code)!.toLowerCase().replaceAll('.', ''), code)
  }
  return known
}
