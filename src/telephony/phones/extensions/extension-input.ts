import { type Static, Type } from '@sinclair/typebox'
import { nullable } from '../../nullable.ts'
import {
  ExtensionDataPatch,
  NewExtensionData,
  ReplacedExtensionData,
} from '../extension-data/extension-data-schema.ts'

const unchanged = () => Type.Optional(Type.Unknown())
const text = (maxLength = 200) => Type.Optional(nullable(Type.String({ maxLength, format: 'line' })))
const strict = { additionalProperties: false }

export const purposes = ['ip-phone', 'mobile-app', ''] as const

const fields = {
  _id: unchanged(),
  extensions: unchanged(),
  location: unchanged(),
  location_id: Type.Optional(Type.String({ maxLength: 50 })),
  outbound_callerid: Type.Optional(
    nullable(Type.Object({ name: text(), number: text(), value: text() }, strict)),
  ),
  pbx: unchanged(),
  phone: unchanged(),
  purpose: Type.Optional(Type.Union(purposes.map((purpose) => Type.Literal(purpose)))),
  'qr-config': unchanged(),
  reserved: Type.Optional(nullable(Type.Object({ config_id: text(), to: text() }, strict))),
  subscriber: unchanged(),
  user: Type.Optional(
    nullable(
      Type.Object({ id: Type.String({ maxLength: 50 }) }, { description: 'A user, by `id`; null: nobody.' }),
    ),
  ),
}

export const NewExtension = Type.Object({ ...fields, data: NewExtensionData }, strict)
export const ReplacedExtension = Type.Object({ ...fields, data: ReplacedExtensionData }, strict)
export const ExtensionPatch = Type.Object({ ...fields, data: Type.Optional(ExtensionDataPatch) }, strict)

export type ExtensionInput = Static<typeof ExtensionPatch>

/** Fields that clients may send back but not change. */
export const extensionIdentity = ['_id', 'pbx']
/** Fields that the server sets. */
export const readOnlyExtensionFields = [
  ...extensionIdentity,
  'extensions',
  'location',
  'phone',
  'qr-config',
  'subscriber',
]
