import type { Db } from '../../chat-platform.ts'
import type { RealmDomainsTable } from './realm-domains-table.ts'

export async function listRealmDomains(db: Db, realmId: number): Promise<RealmDomainsTable[]> {
  return db
    .selectFrom('realm_domains')
    .selectAll()
    .where('realm_id', '=', realmId)
    .orderBy('domain')
    .execute()
}

export async function upsertRealmDomain(db: Db, row: RealmDomainsTable): Promise<void> {
  await db
    .insertInto('realm_domains')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['realm_id', 'domain']).doUpdateSet({ allow_subdomains: row.allow_subdomains }),
    )
    .execute()
}

export async function deleteRealmDomain(db: Db, realmId: number, domain: string): Promise<void> {
  await db.deleteFrom('realm_domains').where('realm_id', '=', realmId).where('domain', '=', domain).execute()
}
