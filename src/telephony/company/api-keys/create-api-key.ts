import type { Static } from '@sinclair/typebox'
import { readDate } from '../../../platform/clock.ts'
import { generateApiKey } from '../../../platform/secrets/secrets.ts'
import type { Author } from '../../identity/actor.ts'
import { apiKeysTable, type Scope } from '../../identity/api-key.ts'
import { newObjectId } from '../../object-id.ts'
import { conflict, invalidField } from '../../problem.ts'
import type { TelephonyPlatform, TelephonyTransaction } from '../../telephony-platform.ts'
import { recordChange } from '../audit/record-change.ts'
import { type ApiKeyInput, sortScopes } from './api-key-input.ts'
import { type ApiKeyView, apiKeyView } from './api-key-view.ts'

export interface NewApiKey {
  name: string
  scopes: readonly Scope[]
  expiresAt?: number | null
  /** only demo companies have well-known keys */
  key?: string
}

const MAX_KEYS = 100

/** Reads the body of a request. */
export function readNewApiKey(
  { clock }: TelephonyPlatform,
  { name, scopes, expires_at: end }: Static<typeof ApiKeyInput>,
): NewApiKey {
  const expiresAt = end == null ? null : (readDate(end) ?? null)
  if (expiresAt !== null && expiresAt <= clock.now()) {
    throw invalidField('/expires_at', 'must be in the future')
  }
  return { name: name.trim(), scopes: sortScopes(scopes), expiresAt }
}

/** Returns the key, for the only time: the database stores its hash. */
export async function createApiKey(
  platform: TelephonyPlatform,
  author: Author,
  wanted: NewApiKey,
): Promise<ApiKeyView & { key: string }> {
  return platform.transact(author.company.id, async (tx) => {
    const now = platform.clock.now()
    const alive = (await apiKeysTable.list(tx.db, { company_id: author.company.id })).filter(
      ({ expires_at: end }) => end === null || end > now,
    )
    if (alive.length >= MAX_KEYS) throw conflict(`An organization can have at most ${MAX_KEYS} API keys`)
    return addApiKey(platform, tx, author, wanted)
  })
}

export async function addApiKey(
  { clock, secrets }: TelephonyPlatform,
  tx: TelephonyTransaction,
  author: Author,
  { name, scopes, expiresAt = null, key = `sb_${generateApiKey()}` }: NewApiKey,
): Promise<ApiKeyView & { key: string }> {
  const row = {
    company_id: author.company.id,
    id: newObjectId(clock),
    ending: key.slice(-4),
    name,
    created_at: clock.now(),
    expires_at: expiresAt,
    last_used_at: null,
    replaced_by: null,
  }
  await apiKeysTable.insert(tx.db, { ...row, key_hash: secrets.hash(key), scopes: scopes.join(' ') })
  const view = apiKeyView({ ...row, scopes: [...scopes] }, null)
  await recordChange(tx, clock, author, { action: 'api_key.created', id: row.id, before: null, after: view })
  return { ...view, key }
}
