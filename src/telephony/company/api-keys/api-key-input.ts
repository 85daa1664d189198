import { type Static, Type } from '@sinclair/typebox'
import { type Scope, scopes } from '../../identity/api-key.ts'
import { nullable } from '../../nullable.ts'
import { ScopeSchema } from './api-key-view.ts'

const strict = { additionalProperties: false }
const unchanged = () => Type.Optional(Type.Unknown())

const name = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S', title: 'more than blanks' })
const scopeList = Type.Array(ScopeSchema, {
  minItems: 1,
  maxItems: scopes.length,
  description: '`read`: to look; `write`: to change; `admin`: to manage keys, webhooks and the audit trail.',
})

export const ApiKeyInput = Type.Object(
  {
    name,
    scopes: scopeList,
    expires_at: Type.Optional(
      nullable(Type.String({ format: 'date', description: 'When it ends; null: never.' })),
    ),
  },
  strict,
)

export const ApiKeyPatch = Type.Object(
  {
    id: unchanged(),
    name: Type.Optional(name),
    scopes: Type.Optional(scopeList),
    ending: unchanged(),
    created_at: unchanged(),
    expires_at: unchanged(),
    last_used_at: unchanged(),
    replaced_by: unchanged(),
  },
  strict,
)

export type ApiKeyPatchInput = Static<typeof ApiKeyPatch>

/**
 * Fields that clients may send back but not change. `last_used_at` and `replaced_by` are not among them: they change
 * without the client.
 */
export const readOnlyKeyFields = ['id', 'ending', 'created_at', 'expires_at']

const MAX_OVERLAP_SECONDS = 30 * 86_400

export const KeyRotation = Type.Object(
  {
    overlap_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_OVERLAP_SECONDS,
        default: 86_400,
        description: 'How long the old key stays valid.',
      }),
    ),
  },
  strict,
)

/** Without duplicates, from the weakest to the strongest. */
export const sortScopes = (given: readonly Scope[]) => scopes.filter((scope) => given.includes(scope))
