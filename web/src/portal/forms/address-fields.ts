import type { Address } from '@switchboard/client/telephony'
import type { NumberSpec, SelectSpec, TextSpec } from '../../resource/draft-fields.tsx'
import { currentLanguage, type Language } from '../../texts/language.ts'
import { p } from '../../texts/portal-texts.ts'

/** Codes of the list that are no countries. */
const others = new Set(['AC', 'CP', 'CQ', 'DG', 'EA', 'EU', 'EZ', 'IC', 'QO', 'TA', 'UN', 'XA', 'XB', 'ZZ'])

type AddressField<At extends string, Building extends string = never> =
  | TextSpec<`${At}${'/street/name' | '/street/type' | '/address2' | '/zip' | '/city' | '/state' | Building}`>
  | NumberSpec<`${At}/street/number`>
  | SelectSpec<`${At}/country`, string | null>

/** `at` is where the address is: '' when its parts are fields of the object itself, as those of a location are. */
export function addressFields<At extends string>(at: At, hasBuilding: true): AddressField<At, '/number'>[]
export function addressFields<At extends string>(at: At): AddressField<At>[]
export function addressFields<At extends string>(at: At, hasBuilding = false): AddressField<At, '/number'>[] {
  const { address } = p.shell
  return [
    { at: `${at}/street/name`, label: address.street },
    { at: `${at}/street/type`, label: address.streetType, hint: address.streetTypeHint },
    { kind: 'number', at: `${at}/street/number`, label: address.streetNumber },
    ...(hasBuilding ? [{ at: `${at}/number` as const, label: address.building }] : []),
    { at: `${at}/address2`, label: address.secondLine, hint: address.secondLineHint },
    { at: `${at}/zip`, label: address.zip },
    { at: `${at}/city`, label: address.city },
    { at: `${at}/state`, label: address.state },
    {
      kind: 'select',
      at: `${at}/country`,
      label: address.country,
      options: [{ value: null, text: address.noCountry }, ...listCountries()],
    },
  ]
}

const listed = new Map<Language, ReturnType<typeof readCountries>>()

function listCountries() {
  const language = currentLanguage()
  const known = listed.get(language) ?? readCountries(language)
  listed.set(language, known)
  return known
}

/**
 * The server knows countries by their English names; people choose them in their language. Browsers have the names, but no list of the codes: they are all pairs of letters with a name.
 */
function readCountries(language: Language) {
  const english = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const own = new Intl.DisplayNames(language, { type: 'region' })
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const found = new Map<string, string>()
  for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
    const value = others.has(code) ? undefined : english.of(code)
    if (value !== undefined && !found.has(value)) found.set(value, own.of(code) ?? value)
  }
  return [...found]
    .map(([value, text]) => ({ value, text }))
    .sort((one, other) => one.text.localeCompare(other.text))
}

/** The parts of an address that are filled in, in one line, with the country as people choose it. */
export function addressLine({
  street,
  address2,
  zip,
  city,
  state,
  country,
}: Omit<Address, 'number'>): string {
  const first = [street.number, street.name, street.type].filter(Boolean).join(' ')
  const place = [zip, city].filter(Boolean).join(' ')
  const nation = listCountries().find(({ value }) => value === country)?.text ?? country
  return [first, address2, place, state, nation].filter(Boolean).join(', ')
}
