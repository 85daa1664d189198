import type { Actor } from '../../identity/actor.ts'
import type { ApiKey } from '../../identity/api-key.ts'
import { findApiKeyById, listApiKeys } from '../../identity/api-key-store.ts'
import type { Identity } from '../../identity/identity.ts'
import { requirePermission } from '../../identity/permissions.ts'
import { notFound } from '../../problem.ts'
import { type ApiKeyView, apiKeyView } from './api-key-view.ts'

/** For the owner. Keys of other companies are not found. */
export async function apiKeyToManage(identity: Identity, actor: Actor, id: string): Promise<ApiKey> {
  const key = await findApiKeyById(identity.database.read, actor.company.id, id)
  if (!key) throw notFound('There is no such API key')
  requirePermission(actor, 'manage API keys')
  return key
}

export async function showApiKeys(identity: Identity, { company }: Actor): Promise<ApiKeyView[]> {
  const keys = await listApiKeys(identity.database.read, company.id)
  return keys.map((key) => apiKeyView(key, identity.keyUse.lastUse(key)))
}
