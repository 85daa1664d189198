import type { Author } from '../../identity/actor.ts'
import { updateApiKeyRow } from '../../identity/api-key-store.ts'
import type { Identity } from '../../identity/identity.ts'
import { conflict } from '../../problem.ts'
import { recordChange } from '../audit/record-change.ts'
import { type ApiKeyView, apiKeyView } from './api-key-view.ts'
import { changeApiKey } from './change-api-key.ts'
import { addApiKey } from './create-api-key.ts'

const DEFAULT_OVERLAP_SECONDS = 86_400

/**
 * Creates a key with the scopes and the expiry of the old one. The old key works until the overlap has passed, so that
 * clients can switch one by one.
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
    const { name, scopes, expires_at: expiresAt } = key
    const made = await addApiKey(identity, tx, author, { name, scopes, expiresAt })
    const lastUse = keyUse.lastUse(key)
    const ending = {
      ...key,
      expires_at: Math.min(expiresAt ?? Number.MAX_SAFE_INTEGER, now + overlap * 1000),
    }
    await updateApiKeyRow(tx.db, key.company_id, id, { expires_at: ending.expires_at })
    await recordChange(tx, clock, author, {
      action: 'api_key.rotated',
      id,
      before: apiKeyView(key, lastUse),
      after: apiKeyView(ending, lastUse),
    })
    return made
  })
}
