import { noSuchResource } from './scim-error.ts'
import { GROUP_SCHEMA } from './scim-groups.ts'
import type { JsonObject } from './scim-json.ts'
import { MAX_COUNT } from './scim-page.ts'
import { USER_SCHEMA } from './scim-user.ts'

/** What this server supports, as RFC 7643 (sections 5 to 7) describes it. */
export const serviceProviderConfig = (base: string): JsonObject => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MAX_COUNT },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'The token that an administrator of the organization has created',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
})

export const resourceTypes = (base: string): JsonObject[] =>
  [
    ['User', 'Users', 'The people of the organization', USER_SCHEMA],
    ['Group', 'Groups', 'The user groups of the organization', GROUP_SCHEMA],
  ].map(([id = '', path = '', description = '', schema = '']) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id,
    name: id,
    endpoint: `/${path}`,
    description,
    schema,
    schemaExtensions: [],
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${id}` },
  }))

interface Features {
  type?: string
  multiValued?: boolean
  required?: boolean
  caseExact?: boolean
  mutability?: string
  returned?: string
  uniqueness?: string
  subAttributes?: JsonObject[]
}

const field = (name: string, description: string, features: Features = {}): JsonObject => ({
  name,
  type: 'string',
  multiValued: false,
  description,
  required: false,
  ...((features.type ?? 'string') === 'string' && { caseExact: false, uniqueness: 'none' }),
  mutability: 'readWrite',
  returned: 'default',
  ...(features as JsonObject),
})

const parts = (...subAttributes: JsonObject[]): Features => ({ type: 'complex', subAttributes })
const list = (...subAttributes: JsonObject[]): Features => ({ ...parts(...subAttributes), multiValued: true })
const readOnly = { mutability: 'readOnly' }
const isPrimary = field('primary', 'Whether it is the one that counts', { type: 'boolean' })

const userAttributes = [
  field('userName', 'How the directory names the user', { required: true, uniqueness: 'server' }),
  field(
    'name',
    'The parts of the name',
    parts(
      field('formatted', 'The full name'),
      field('givenName', 'The given name'),
      field('familyName', 'The family name'),
    ),
  ),
  field('displayName', 'The name that others see'),
  field('active', 'Whether the account is open', { type: 'boolean' }),
  field(
    'emails',
    'The email address: the primary one',
    list(field('value', 'The address'), field('type', 'Such as work'), isPrimary),
  ),
  field('roles', 'administrator, member or guest', list(field('value', 'The role'), isPrimary)),
  field('groups', 'The groups of the user', {
    ...list(field('value', 'The id of the group', readOnly), field('display', 'Its name', readOnly)),
    ...readOnly,
  }),
]

const groupAttributes = [
  field('displayName', 'The name, with which people mention the group', {
    required: true,
    uniqueness: 'server',
  }),
  field(
    'members',
    'The people in the group',
    list(
      field('value', 'The id of the user', { mutability: 'immutable' }),
      field('$ref', 'The address of the user', {
        type: 'reference',
        mutability: 'immutable',
      }),
      field('type', 'User', { mutability: 'immutable' }),
    ),
  ),
]

export const schemas = (base: string): JsonObject[] =>
  [
    { id: USER_SCHEMA, name: 'User', description: 'User Account', attributes: userAttributes },
    { id: GROUP_SCHEMA, name: 'Group', description: 'Group', attributes: groupAttributes },
  ].map((schema) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    ...schema,
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${schema.id}` },
  }))

export function oneOf(all: readonly JsonObject[], kind: string, id: string): JsonObject {
  const found = all.find((one) => one.id === id)
  if (!found) throw noSuchResource(kind, id)
  return found
}
