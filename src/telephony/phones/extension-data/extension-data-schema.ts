import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { type CredentialName, credentials, type DataFieldName, dataFields } from './extension-data-fields.ts'

/** 2 to 6 digits. */
export const ExtensionNumber = Type.Integer({ minimum: 10, maximum: 999_999 })
const name = Type.String({
  minLength: 1,
  maxLength: 100,
  format: 'line',
  pattern: '\\S',
  title: 'more than blanks',
})

const mapFields = <T>(schemas: Record<string, TSchema>, map: (schema: TSchema) => T) =>
  Object.fromEntries(Object.entries(schemas).map(([key, schema]) => [key, map(schema)]))

const settings = mapFields({ ...dataFields, ...credentials, extension: ExtensionNumber }, (schema) =>
  Type.Optional(schema),
)
/** A patch keeps what it does not name, so it has no defaults. */
const changes = mapFields(settings, ({ default: _default, ...schema }) => schema as TSchema)

/** POST, PUT and PATCH differ in what must be there. */
export const NewExtensionData = Type.Object(
  { ...settings, id: ExtensionNumber, name },
  { additionalProperties: false },
)
export const ReplacedExtensionData = Type.Object(
  { ...settings, id: Type.Optional(ExtensionNumber), name },
  { additionalProperties: false },
)
export const ExtensionDataPatch = Type.Object(
  { ...changes, id: Type.Optional(ExtensionNumber), name: Type.Optional(name) },
  { additionalProperties: false },
)

/** Any of the three, for the code that merges them. */
export type ExtensionDataInput = Partial<Record<DataFieldName, string | number | boolean>> &
  Partial<Record<CredentialName, string>> & { id?: number; extension?: number; name?: string }

const shown = mapFields(dataFields, ({ type }) =>
  type === 'boolean' ? Type.Boolean() : type === 'integer' ? Type.Integer() : Type.String(),
)

/** Extension data as the API shows it. Only users who may see the credentials get them. */
export const ExtensionDataSchema = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    extension: Type.Integer(),
    ...(shown as Record<DataFieldName, (typeof shown)[string]>),
    password: Type.Optional(Type.String({ description: 'For the owner and the assigned user.' })),
    secret: Type.Optional(
      Type.String({ description: 'The SIP password; for the owner and the assigned user.' }),
    ),
    voicemail_vmpwd: Type.Optional(Type.String({ description: 'For the owner and the assigned user.' })),
  },
  { additionalProperties: false },
)

export type ExtensionData = Static<typeof ExtensionDataSchema>
