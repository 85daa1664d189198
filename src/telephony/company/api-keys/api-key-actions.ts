import type { Actor, Author } from '../../identity/actor.ts'
import { type ApiKey, apiKeysTable } from '../../identity/api-key.ts'
import type { Identity } from '../../identity/identity.ts'
import { requirePermission } from '../../identity/permissions.ts'
import { conflict, notFound } from '../../problem.ts'
import { recordChange } from '../audit/record-change.ts'
import { type ApiKeyView, apiKeyView } from './api-key-view.ts'
import { changeApiKey } from './change-api-key.ts'
import { addApiKey } from './create-api-key.ts'

const DEFAULT_OVERLAP_SECONDS = 86_400

/** For the owner. Keys of other companies are not found. */
export async function apiKeyToManage(identity: Identity, actor: Actor, id: string): Promise<ApiKey> {
  const key = await apiKeysTable.find(identity.database.read, { company_id: actor.company.id, id })
  if (!key) throw notFound('There is no such API key')
  requirePermission(actor, 'manage API keys')
  return key
}

export async function showApiKeys(identity: Identity, { company }: Actor): Promise<ApiKeyView[]> {
  const keys = await apiKeysTable.list(identity.database.read, { company_id: company.id })
  return keys.map((key) => apiKeyView(key, identity.keyUse.lastUse(key)))
}

/**
 * Creates a key with the scopes and the expiry of the old one. The old key works until the overlap has passed, so that
 * clients can switch one by one. A key is replaced once: what is left of the old key is no expiry to inherit.
 */
export function replaceApiKey(
  identity: Identity,
  author: Author,
  id: string,
  { overlap_seconds: overlap = DEFAULT_OVERLAP_SECONDS }: { overlap_seconds?: number },
): Promise<ApiKeyView & { key: string }> {
  const { clock, keyUse } = identity
  return changeApiKey(identity, author, id, async (tx, key) => {
    const now = clock.now()
    if (key.expires_at !== null && key.expires_at <= now) throw conflict('This API key has expired')
    if (key.replaced_by !== null) {
      throw conflict(
        'This API key has already been replaced; rotate the one that replaced it, or create another',
      )
    }
    const { name, scopes, expires_at: expiresAt } = key
    const made = await addApiKey(identity, tx, author, { name, scopes, expiresAt })
    const lastUse = keyUse.lastUse(key)
    const end = {
      replaced_by: made.id,
      expires_at: Math.min(expiresAt ?? Number.MAX_SAFE_INTEGER, now + overlap * 1000),
    }
    await apiKeysTable.update(tx.db, { company_id: key.company_id, id }, end)
    await recordChange(tx, clock, author, {
      action: 'api_key.rotated',
      id,
      before: apiKeyView(key, lastUse),
      after: apiKeyView({ ...key, ...end }, lastUse),
    })
    return made
  })
}
