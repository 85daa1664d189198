import type { TelephonyDb } from '../telephony-platform.ts'
import { type ApiKey, apiKeyOf } from './api-key.ts'
import type { ApiKeysTable } from './api-keys-table.ts'

export async function insertApiKey(db: TelephonyDb, key: ApiKeysTable): Promise<void> {
  await db.insertInto('api_keys').values(key).execute()
}

export async function findApiKeyByHash(db: TelephonyDb, hash: string): Promise<ApiKey | undefined> {
  const row = await db.selectFrom('api_keys').selectAll().where('key_hash', '=', hash).executeTakeFirst()
  return row && apiKeyOf(row)
}

export async function findApiKeyById(
  db: TelephonyDb,
  companyId: number,
  id: string,
): Promise<ApiKey | undefined> {
  const row = await db
    .selectFrom('api_keys')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && apiKeyOf(row)
}

/** In the order of creation. */
export async function listApiKeys(db: TelephonyDb, companyId: number): Promise<ApiKey[]> {
  const rows = await db
    .selectFrom('api_keys')
    .selectAll()
    .where('company_id', '=', companyId)
    .orderBy('id')
    .execute()
  return rows.map(apiKeyOf)
}

export async function updateApiKeyRow(
  db: TelephonyDb,
  companyId: number,
  id: string,
  changes: Partial<ApiKeysTable>,
): Promise<void> {
  await db
    .updateTable('api_keys')
    .set(changes)
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}

export async function deleteApiKeyRow(db: TelephonyDb, companyId: number, id: string): Promise<void> {
  await db.deleteFrom('api_keys').where('company_id', '=', companyId).where('id', '=', id).execute()
}

/** Unless another server has stored a later use. */
export async function noteKeyUse(db: TelephonyDb, companyId: number, id: string, at: number): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ last_used_at: at })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where((where) => where.or([where('last_used_at', 'is', null), where('last_used_at', '<', at)]))
    .execute()
}
