import type { Actor } from '../../identity/actor.ts'
import type { ApiKey } from '../../identity/api-key.ts'
import { findApiKeyById, listApiKeys } from '../../identity/api-key-store.ts'
import { requireManager } from '../../identity/permissions.ts'
import { notFound } from '../../problem.ts'
import type { Telephony } from '../../telephony.ts'
import { type ApiKeyView, apiKeyView } from './api-key-view.ts'

/** For the owner; a key of another company does not exist. */
export async function apiKeyToManage(telephony: Telephony, actor: Actor, id: string): Promise<ApiKey> {
  const key = await findApiKeyById(telephony.database.read, actor.company.id, id)
  if (!key) throw notFound('There is no such API key')
  requireManager(actor)
  return key
}

export async function showApiKeys(telephony: Telephony, { company }: Actor): Promise<ApiKeyView[]> {
  const keys = await listApiKeys(telephony.database.read, company.id)
  return keys.map((key) => apiKeyView(key, telephony.keyUse.lastUse(key)))
}
