import type { TSchema } from '@sinclair/typebox'
import type { TableColumn } from '../../../platform/parsers/parse-rows.ts'
import { credentialNames, dataFields } from '../extension-data/extension-data-fields.ts'

export type ImportColumns = ReadonlyMap<string, TableColumn>

const text = (pointer: string): TableColumn => ({ pointer, kind: 'text' })

export const contactColumns: ImportColumns = new Map([
  ...[
    'first_name',
    'last_name',
    'title',
    'timezone',
    'description',
    'birthdate',
    'emergency_contact_number',
  ].map((name) => [name, text(`/${name}`)] as const),
  ['email', text('/contacts/email')],
  ['work_email', text('/work_email')],
  ['fax', text('/contacts/fax')],
  ...['home', 'mobile', 'other', 'work'].map(
    (name) => [`phone_${name}`, text(`/contacts/phones/${name}`)] as const,
  ),
  ...['address2', 'city', 'country', 'state', 'zip'].map((name) => [name, text(`/address/${name}`)] as const),
  ['street', text('/address/street/name')],
  ['building_number', text('/address/number')],
  ['activated', { pointer: '/activated', kind: 'boolean' }],
])

const kindOf = ({ type }: TSchema): TableColumn['kind'] =>
  type === 'integer' || type === 'boolean' ? type : 'text'

/** `email` and `location` are looked up: the object has ids. */
export const extensionColumns: ImportColumns = new Map<string, TableColumn>([
  ['number', { pointer: '/data/id', kind: 'integer' }],
  ['name', text('/data/name')],
  ['email', text('/user/id')],
  ['location', text('/location_id')],
  ['purpose', text('/purpose')],
  ...Object.entries(dataFields).map(
    ([name, field]) => [name, { pointer: `/data/${name}`, kind: kindOf(field) }] as const,
  ),
  ...credentialNames.map((name) => [name, text(`/data/${name}`)] as const),
])
