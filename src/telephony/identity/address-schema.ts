import { type Static, Type } from '@sinclair/typebox'
import { nullable } from '../nullable.ts'

const line = () => Type.Optional(nullable(Type.String({ maxLength: 200 })))

/** An address in a request: all parts are optional, null and '' mean the same. */
export const AddressInput = Type.Object(
  {
    address2: line(),
    city: line(),
    country: line(),
    number: line(),
    state: line(),
    street: Type.Optional(
      nullable(
        Type.Object(
          { name: line(), number: Type.Optional(nullable(Type.Integer({ minimum: 0 }))), type: line() },
          { additionalProperties: false },
        ),
      ),
    ),
    zip: line(),
  },
  { additionalProperties: false },
)

export const AddressSchema = Type.Object(
  {
    address2: Type.String({ description: 'Secondary line.' }),
    city: Type.String(),
    country: Type.String(),
    number: Type.String({ description: 'Building number.' }),
    state: Type.String({ description: 'State code if applicable.' }),
    street: Type.Object(
      { name: Type.String(), number: nullable(Type.Integer()), type: Type.String() },
      { additionalProperties: false },
    ),
    zip: Type.String({ description: 'US ZIP code if applicable.' }),
  },
  { additionalProperties: false },
)

export type Address = Static<typeof AddressSchema>

export const emptyAddress: Address = {
  address2: '',
  city: '',
  country: '',
  number: '',
  state: '',
  street: { name: '', number: null, type: '' },
  zip: '',
}

/** Fields in the input replace the stored ones. */
export function mergeAddress(stored: Address, input: Static<typeof AddressInput> | null): Address {
  if (input === null) return emptyAddress
  const { street, ...lines } = input
  return {
    ...stored,
    ...Object.fromEntries(Object.entries(lines).map(([name, value]) => [name, value ?? ''])),
    street: mergeStreet(stored.street, street),
  }
}

export function mergeStreet(
  stored: Address['street'],
  input: Static<typeof AddressInput>['street'],
): Address['street'] {
  if (input === undefined) return stored
  if (input === null) return emptyAddress.street
  return {
    name: input.name === undefined ? stored.name : (input.name ?? ''),
    number: input.number === undefined ? stored.number : input.number,
    type: input.type === undefined ? stored.type : (input.type ?? ''),
  }
}
