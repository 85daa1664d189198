import { type Static, Type } from '@sinclair/typebox'
import { isoDate, isoDateOrNull } from '../../../platform/clock.ts'
import { type ApiKey, scopes } from '../../identity/api-key.ts'
import { nullable } from '../../nullable.ts'

export const ScopeSchema = Type.Union(scopes.map((scope) => Type.Literal(scope)))

export const ApiKeySchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    scopes: Type.Array(ScopeSchema),
    ending: Type.String({ description: 'The last characters of the key.' }),
    created_at: Type.String(),
    expires_at: nullable(Type.String({ description: 'Valid until then.' })),
    last_used_at: nullable(Type.String()),
    replaced_by: nullable(Type.String({ description: 'The id of the key that a rotation made.' })),
  },
  { additionalProperties: false },
)

/** The response to the request that creates the key. */
export const FreshApiKeySchema = Type.Object(
  {
    ...ApiKeySchema.properties,
    key: Type.String({ description: 'Shown only once.' }),
  },
  { additionalProperties: false },
)

export type ApiKeyView = Static<typeof ApiKeySchema>

export function apiKeyView(key: ApiKey, lastUse: number | null): ApiKeyView {
  return {
    id: key.id,
    name: key.name,
    scopes: key.scopes,
    ending: key.ending,
    created_at: isoDate(key.created_at),
    expires_at: isoDateOrNull(key.expires_at),
    last_used_at: isoDateOrNull(lastUse),
    replaced_by: key.replaced_by,
  }
}
