import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { type DataField, type DataFieldName, dataFields } from './extension-data-fields.ts'

const MAX_TEXT_LENGTH = 1000

/** 2 to 6 digits. */
export const ExtensionNumber = Type.Integer({ minimum: 10, maximum: 999_999 })
const name = Type.String({
  minLength: 1,
  maxLength: 100,
  format: 'line',
  pattern: '\\S',
  title: 'more than blanks',
})

const credentials = {
  password: Type.String({
    minLength: 16,
    maxLength: 128,
    pattern: '^[!-~]+$',
    title: 'printable ASCII without blanks',
  }),
  secret: Type.String({
    minLength: 16,
    maxLength: 128,
    pattern: '^[!-~]+$',
    title: 'printable ASCII without blanks',
  }),
  voicemail_vmpwd: Type.String({ pattern: '^\\d{4,20}$', title: '4 to 20 digits' }),
}

function inputSchema(field: DataField): TSchema {
  switch (field.kind) {
    case 'boolean':
      return Type.Boolean()
    case 'integer':
      return Type.Integer({ minimum: 0, maximum: field.most })
    case 'digits':
      return Type.String({ pattern: '^\\d{1,7}$', title: `a number of at most ${field.most}, as text` })
    case 'choice':
      return Type.Union(field.allowed.map((value) => Type.Literal(value)))
    case 'text':
      return Type.String({ maxLength: MAX_TEXT_LENGTH, format: field.format })
  }
}

const outputSchema = (field: DataField) =>
  field.kind === 'boolean' ? Type.Boolean() : field.kind === 'integer' ? Type.Integer() : Type.String()

function forAll<T extends TSchema>(make: (field: DataField) => T): Record<DataFieldName, T> {
  return Object.fromEntries(Object.entries(dataFields).map(([key, field]) => [key, make(field)])) as never
}

const optional = <T extends Record<string, TSchema>>(schemas: T) =>
  Object.fromEntries(Object.entries(schemas).map(([key, schema]) => [key, Type.Optional(schema)]))

const settings = {
  ...optional(forAll(inputSchema)),
  ...optional(credentials),
  voicemail_email: Type.Optional(Type.String({ format: 'email', maxLength: 254 })),
  extension: Type.Optional(ExtensionNumber),
}

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
  { ...settings, id: Type.Optional(ExtensionNumber), name: Type.Optional(name) },
  { additionalProperties: false },
)

/** Any of the three, for the code that merges them. */
export type ExtensionDataInput = Partial<Record<DataFieldName, string | number | boolean>> &
  Partial<Record<keyof typeof credentials, string>> & { id?: number; extension?: number; name?: string }

/** Extension data as the API shows it. Only users who may see the credentials get them. */
export const ExtensionDataSchema = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    extension: Type.Integer(),
    ...(forAll(outputSchema) as Record<DataFieldName, ReturnType<typeof outputSchema>>),
    password: Type.Optional(Type.String({ description: 'For the owner and the assigned user.' })),
    secret: Type.Optional(
      Type.String({ description: 'The SIP password; for the owner and the assigned user.' }),
    ),
    voicemail_vmpwd: Type.Optional(Type.String({ description: 'For the owner and the assigned user.' })),
  },
  { additionalProperties: false },
)

export type ExtensionData = Static<typeof ExtensionDataSchema>
