import { checkReadOnlyFields } from '../../http/read-only-fields.ts'
import type { Author } from '../../identity/actor.ts'
import { type ApiKey, apiKeysTable } from '../../identity/api-key.ts'
import type { Identity } from '../../identity/identity.ts'
import { conflict, notFound } from '../../problem.ts'
import type { TelephonyDb, TelephonyTransaction } from '../../telephony-platform.ts'
import { recordChange } from '../audit/record-change.ts'
import { type ApiKeyPatchInput, readOnlyKeyFields, sortScopes } from './api-key-input.ts'
import { type ApiKeyView, apiKeyView } from './api-key-view.ts'

/** New scopes apply from the next request with the key. */
export function updateApiKey(
  identity: Identity,
  author: Author,
  id: string,
  patch: ApiKeyPatchInput,
): Promise<ApiKeyView> {
  const { clock, keyUse } = identity
  return changeApiKey(identity, author, id, async (tx, key) => {
    const before = apiKeyView(key, keyUse.lastUse(key))
    checkReadOnlyFields(patch, before, readOnlyKeyFields)
    const changed = {
      ...key,
      name: patch.name?.trim() ?? key.name,
      scopes: patch.scopes ? sortScopes(patch.scopes) : key.scopes,
    }
    if (!changed.scopes.includes('admin')) await checkAdminKeyRemains(tx.db, key)
    await apiKeysTable.update(
      tx.db,
      { company_id: key.company_id, id },
      {
        name: changed.name,
        scopes: changed.scopes.join(' '),
      },
    )
    const after = apiKeyView(changed, keyUse.lastUse(key))
    await recordChange(tx, clock, author, { action: 'api_key.updated', id, before, after })
    return after
  })
}

/** When this resolves, the key no longer works. */
export function deleteApiKey(identity: Identity, author: Author, id: string): Promise<ApiKeyView> {
  const { clock, keyUse } = identity
  return changeApiKey(identity, author, id, async (tx, key) => {
    await checkAdminKeyRemains(tx.db, key)
    await apiKeysTable.remove(tx.db, { company_id: key.company_id, id })
    const before = apiKeyView(key, keyUse.lastUse(key))
    await recordChange(tx, clock, author, { action: 'api_key.deleted', id, before, after: null })
    return before
  })
}

/** Runs `work` in a transaction, with the current state of the key. */
export async function changeApiKey<T>(
  identity: Identity,
  { company }: Author,
  id: string,
  work: (tx: TelephonyTransaction, key: ApiKey) => Promise<T>,
): Promise<T> {
  const result = await identity.transact(company.id, async (tx) => {
    const key = await apiKeysTable.find(tx.db, { company_id: company.id, id })
    if (!key) throw notFound('There is no such API key')
    return work(tx, key)
  })
  // The event invalidates the cache, too, but may arrive after the response.
  identity.apiKeys.invalidateGroup(company.id)
  return result
}

/** A key with which other keys can always be created. */
const isPermanentAdmin = (key: ApiKey) => key.scopes.includes('admin') && key.expires_at === null

/** Called in the transaction: a company must not lock itself out of managing its keys. */
async function checkAdminKeyRemains(db: TelephonyDb, key: ApiKey): Promise<void> {
  if (!isPermanentAdmin(key)) return
  const others = (await apiKeysTable.list(db, { company_id: key.company_id })).filter(
    ({ id }) => id !== key.id,
  )
  if (!others.some(isPermanentAdmin)) {
    throw conflict("This is the last API key with the scope 'admin' that does not expire; make another first")
  }
}
