import { currentLanguage } from '../../texts/language.ts'
import { p } from '../../texts/portal-texts.ts'
import { FieldGrid } from '../../ui/section-page.tsx'
import { useDraftField } from './draft-context.ts'
import { DraftNumber, DraftSelect, DraftText } from './draft-fields.tsx'

/** Codes of the list that are no countries. */
const others = new Set(['AC', 'CP', 'CQ', 'DG', 'EA', 'EU', 'EZ', 'IC', 'QO', 'TA', 'UN', 'XA', 'XB', 'ZZ'])

/** `at` is where the address is: '' when its parts are fields of the object itself, as those of a location are. */
export function AddressFields({ at, building }: { at: string; building?: boolean }) {
  const { address } = p.shell
  return (
    <FieldGrid>
      <DraftText at={`${at}/street/name`} label={address.street} />
      <DraftText at={`${at}/street/type`} label={address.streetType} hint={address.streetTypeHint} />
      <DraftNumber at={`${at}/street/number`} label={address.streetNumber} />
      {building && <DraftText at={`${at}/number`} label={address.building} />}
      <DraftText at={`${at}/address2`} label={address.secondLine} hint={address.secondLineHint} />
      <DraftText at={`${at}/zip`} label={address.zip} />
      <DraftText at={`${at}/city`} label={address.city} />
      <DraftText at={`${at}/state`} label={address.state} />
      <CountryField at={`${at}/country`} />
    </FieldGrid>
  )
}

/** The server knows countries by their English names; people choose them in their language. */
function CountryField({ at }: { at: string }) {
  const stored = String(useDraftField(at).value(at) ?? '')
  const countries = listCountries()
  return (
    <DraftSelect at={at} label={p.shell.address.country}>
      <option value="">{p.shell.address.noCountry}</option>
      {stored !== '' && !countries.some(({ value }) => value === stored) && <option>{stored}</option>}
      {countries.map(({ value, name }) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </DraftSelect>
  )
}

let listed: { value: string; name: string }[] | undefined

function listCountries() {
  listed ??= readCountries()
  return listed
}

/** Browsers have the names, but no list of the codes: they are all pairs of letters with a name. */
function readCountries() {
  const english = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const own = new Intl.DisplayNames(currentLanguage(), { type: 'region' })
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const found = new Map<string, string>()
  for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
    const value = others.has(code) ? undefined : english.of(code)
    if (value !== undefined && !found.has(value)) found.set(value, own.of(code) ?? value)
  }
  return [...found]
    .map(([value, name]) => ({ value, name }))
    .sort((one, other) => one.name.localeCompare(other.name))
}
