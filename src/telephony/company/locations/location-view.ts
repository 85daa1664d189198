import { type Static, Type } from '@sinclair/typebox'
import { AddressSchema } from '../../identity/address-schema.ts'
import { nullable } from '../../nullable.ts'
import type { Location } from './location.ts'

export const LocationSchema = Type.Object(
  {
    id: Type.String(),
    address2: Type.String(),
    building: Type.Object({ type: Type.String(), value: Type.String() }, { additionalProperties: false }),
    callerid: Type.String({
      description: 'Caller id of extensions at this location that have none of their own.',
    }),
    city: Type.String(),
    company_id: Type.String(),
    country: Type.String(),
    e911_provisioned: Type.Boolean(),
    email: Type.String(),
    fax: Type.String(),
    latitude: nullable(Type.Number()),
    longitude: nullable(Type.Number()),
    name: Type.String(),
    pbx_id: Type.String({ description: 'The uuid of its instance.' }),
    phone: Type.String(),
    state: Type.String(),
    street: AddressSchema.properties.street,
    user_id: nullable(Type.String({ description: 'Who created it.' })),
    zip: Type.String(),
  },
  { additionalProperties: false },
)

export type LocationView = Static<typeof LocationSchema>

export function locationView(location: Location, companyPublicId: string): LocationView {
  const { profile } = location
  return {
    id: location.id,
    address2: profile.address2,
    building: profile.building,
    callerid: profile.callerid,
    city: profile.city,
    company_id: companyPublicId,
    country: profile.country,
    e911_provisioned: location.e911_provisioned === 1,
    email: profile.email,
    fax: profile.fax,
    latitude: profile.latitude,
    longitude: profile.longitude,
    name: location.name,
    pbx_id: location.pbx_uuid,
    phone: profile.phone,
    state: profile.state,
    street: profile.street,
    user_id: location.user_id,
    zip: profile.zip,
  }
}
