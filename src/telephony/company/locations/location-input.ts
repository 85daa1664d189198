import { type Static, Type } from '@sinclair/typebox'
import { AddressInput, emptyAddress, mergeStreet } from '../../identity/address-schema.ts'
import { nullable } from '../../nullable.ts'
import { type Fault, invalid } from '../../problem.ts'
import type { LocationProfile } from './location.ts'

const text = (maxLength = 200) => Type.Optional(nullable(Type.String({ maxLength })))
const phoneNumber = () => Type.Optional(nullable(Type.String({ format: 'phone-number', maxLength: 50 })))
const unchanged = () => Type.Optional(Type.Unknown())

const fields = {
  id: unchanged(),
  address2: text(),
  building: Type.Optional(
    nullable(Type.Object({ type: text(), value: text() }, { additionalProperties: false })),
  ),
  callerid: Type.Optional(nullable(Type.String({ format: 'line', maxLength: 50 }))),
  city: text(),
  company_id: unchanged(),
  country: text(),
  e911_provisioned: unchanged(),
  email: Type.Optional(nullable(Type.String({ format: 'email', maxLength: 254 }))),
  fax: phoneNumber(),
  latitude: Type.Optional(nullable(Type.Number({ minimum: -90, maximum: 90 }))),
  longitude: Type.Optional(nullable(Type.Number({ minimum: -180, maximum: 180 }))),
  pbx_id: unchanged(),
  phone: phoneNumber(),
  state: text(100),
  street: Type.Optional(AddressInput.properties.street),
  user_id: unchanged(),
  zip: text(20),
}

const name = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S', title: 'more than blanks' })

export const NewLocation = Type.Object({ ...fields, name }, { additionalProperties: false })
export const LocationPatch = Type.Object(
  { ...fields, name: Type.Optional(name) },
  { additionalProperties: false },
)
export type LocationInput = Static<typeof LocationPatch>

/** Fields that clients may send back but not change. */
export const locationIdentity = ['id', 'company_id', 'pbx_id']
/** Fields that the server sets. */
export const readOnlyLocationFields = [...locationIdentity, 'e911_provisioned', 'user_id']

export const emptyLocation: LocationProfile = {
  address2: '',
  building: { type: '', value: '' },
  callerid: '',
  city: '',
  country: '',
  email: '',
  fax: '',
  latitude: null,
  longitude: null,
  phone: '',
  state: '',
  street: emptyAddress.street,
  zip: '',
}

/** Fields in the input replace the stored ones. Then the result is checked as a whole. */
export function mergeLocation(stored: LocationProfile, input: LocationInput): LocationProfile {
  const merged: LocationProfile = { ...stored, building: { ...stored.building } }
  for (const name of [
    'address2',
    'callerid',
    'city',
    'country',
    'email',
    'fax',
    'phone',
    'state',
    'zip',
  ] as const) {
    if (input[name] !== undefined) merged[name] = input[name] ?? ''
  }
  for (const name of ['latitude', 'longitude'] as const) {
    if (input[name] !== undefined) merged[name] = input[name]
  }
  if (input.building === null) merged.building = emptyLocation.building
  if (input.building?.type !== undefined) merged.building.type = input.building.type ?? ''
  if (input.building?.value !== undefined) merged.building.value = input.building.value ?? ''
  merged.street = mergeStreet(stored.street, input.street)
  checkUnitedStates(merged, input, stored)
  return merged
}

const unitedStates = new Set(['us', 'usa', 'united states', 'united states of america'])

const isInUnitedStates = ({ country }: LocationProfile) => unitedStates.has(country.trim().toLowerCase())

/** Checks only what this request changes: a stored location can be renamed whatever its ZIP code. */
function checkUnitedStates(merged: LocationProfile, input: LocationInput, stored: LocationProfile): void {
  if (!isInUnitedStates(merged)) return
  const { state, zip } = merged
  const isChanged = (name: 'state' | 'zip') =>
    input[name] !== undefined && (merged[name] !== stored[name] || !isInUnitedStates(stored))
  const faults: Fault[] = []
  if (isChanged('state') && state !== '' && !/^[A-Za-z]{2}$/.test(state)) {
    faults.push({ pointer: '/state', detail: 'must be a state code of two letters' })
  }
  if (isChanged('zip') && zip !== '' && !/^\d{5}(-\d{4})?$/.test(zip)) {
    faults.push({ pointer: '/zip', detail: 'must have 5 digits, or 5 and 4' })
  }
  if (faults.length > 0) throw invalid(faults)
}
