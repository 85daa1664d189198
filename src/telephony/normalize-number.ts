import { type CountryCode, getCountries, parsePhoneNumberFromString } from 'libphonenumber-js'

/**
 * E.164 of what a person or a carrier writes as a number, undefined when it cannot be one. Numbers need only
 * be possible: the ones that are reserved for fiction belong to nobody, and are used in every example.
 */
export function normalizeNumber(text: string, defaultCountry = 'US'): string | undefined {
  // The longest number has 15 digits; more than this is not worth parsing.
  if (text.length > 40) return undefined
  const number = parsePhoneNumberFromString(text.trim(), {
    defaultCountry: countryCode(defaultCountry),
    extract: false,
  })
  // An extension is dialled after the call is answered: no text can go there.
  if (number === undefined || number.ext !== undefined || !number.isPossible()) return undefined
  return number.number
}

/** `from_number` in the API: ten digits for numbers of +1, all digits for others. */
export function tenDigits(e164: string): string {
  const digits = e164.replace(/\D/g, '')
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits
}

/** Names which the list of regions writes otherwise. */
const otherNames: Readonly<Record<string, CountryCode>> = {
  usa: 'US',
  'united states of america': 'US',
  uk: 'GB',
  'great britain': 'GB',
}

let codes: ReadonlyMap<string, CountryCode> | undefined

/** Accepts `US`, `USA` and `United States`. What is not a country is taken as the United States. */
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
