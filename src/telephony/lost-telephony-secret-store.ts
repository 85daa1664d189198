import type { TelephonyDb } from './telephony-platform.ts'

export interface LostExtension {
  company_id: number
  id: string
  instance_uuid: string
  number: number
  domain: string
}

export async function listAllExtensions(db: TelephonyDb): Promise<LostExtension[]> {
  return db
    .selectFrom('extensions')
    .innerJoin('instances', (join) =>
      join
        .onRef('instances.company_id', '=', 'extensions.company_id')
        .onRef('instances.uuid', '=', 'extensions.instance_uuid'),
    )
    .select([
      'extensions.company_id',
      'extensions.id',
      'extensions.instance_uuid',
      'extensions.number',
      'instances.domain',
    ])
    .execute()
}

export interface LostApiKey {
  company_id: number
  id: string
  name: string
  company: string
}

export async function listAllApiKeys(db: TelephonyDb): Promise<LostApiKey[]> {
  return db
    .selectFrom('api_keys')
    .innerJoin('companies', 'companies.id', 'api_keys.company_id')
    .select(['api_keys.company_id', 'api_keys.id', 'api_keys.name', 'companies.name as company'])
    .orderBy('companies.name')
    .orderBy('api_keys.name')
    .execute()
}

export async function replaceApiKey(
  db: TelephonyDb,
  { company_id, id }: { company_id: number; id: string },
  key: { key_hash: string; ending: string },
): Promise<void> {
  await db
    .updateTable('api_keys')
    .set(key)
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .execute()
}

export async function listAllWebhooks(db: TelephonyDb): Promise<{ company_id: number; id: string }[]> {
  return db.selectFrom('webhooks').select(['company_id', 'id']).execute()
}

export async function replaceWebhookSecret(
  db: TelephonyDb,
  { company_id, id }: { company_id: number; id: string },
  sealed: string,
): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({ secret_sealed: sealed, old_secret_sealed: null, old_secret_until: null })
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .execute()
}

/** Their rows cannot be read any more. */
export async function endRunningImports(db: TelephonyDb): Promise<void> {
  await db
    .updateTable('extension_imports')
    .set(({ ref }) => ({
      status: 'failed',
      problem: 'The secret key of the server was lost; import the other rows again',
      ended_at: ref('updated_at'),
    }))
    .where('status', '=', 'running')
    .execute()
  await db
    .updateTable('extension_import_rows')
    .set({ value_sealed: null })
    .where('status', '=', 'waiting')
    .execute()
}

/** Their passwords are lost: the owners configure them again. */
export async function deleteCompanyCarriers(db: TelephonyDb): Promise<void> {
  await db.deleteFrom('company_carriers').execute()
}

/** Without their passwords they cannot register: they are off until somebody enters them again. */
export async function disableTrunksWithPassword(db: TelephonyDb): Promise<void> {
  await db
    .updateTable('trunks')
    .set({ password_sealed: null, enabled: 0 })
    .where('password_sealed', 'is not', null)
    .execute()
}

export async function deleteRetryAnswers(db: TelephonyDb): Promise<void> {
  await db.deleteFrom('retry_keys').execute()
}
