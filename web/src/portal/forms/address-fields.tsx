import { p } from '../../texts/portal-texts.ts'
import { FieldGrid } from '../../ui/section-page.tsx'
import { CountryField } from './country-field.tsx'
import { DraftNumber, DraftText } from './draft-fields.tsx'

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
