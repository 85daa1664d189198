import type { Db } from '../../chat-platform.ts'
import type { OpenIdIdentitiesTable } from './openid-identities-table.ts'

export async function insertOpenIdIdentity(db: Db, row: OpenIdIdentitiesTable): Promise<void> {
  await db.insertInto('openid_identities').values(row).execute()
}

export async function findOpenIdIdentity(
  db: Db,
  realmId: number,
  issuer: string,
  subject: string,
): Promise<OpenIdIdentitiesTable | undefined> {
  return db
    .selectFrom('openid_identities')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
}

/** The person at this issuer who has the account. */
export async function findOpenIdIdentityOf(
  db: Db,
  realmId: number,
  userId: number,
  issuer: string,
): Promise<OpenIdIdentitiesTable | undefined> {
  return db
    .selectFrom('openid_identities')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .where('issuer', '=', issuer)
    .executeTakeFirst()
}

/** Returns how many there were. */
export async function deleteOpenIdIdentitiesOf(db: Db, realmId: number, userId: number): Promise<number> {
  const rows = await db
    .deleteFrom('openid_identities')
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .returning('subject')
    .execute()
  return rows.length
}
