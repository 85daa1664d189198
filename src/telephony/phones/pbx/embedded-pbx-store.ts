import type { TelephonyDb } from '../../telephony-platform.ts'
import type { PbxAccount, PbxAddress } from './pbx.ts'
import type { PbxAccountsTable } from './pbx-tables.ts'

export async function putAccount(db: TelephonyDb, account: PbxAccount): Promise<void> {
  const { domain, number, ha1, displayName: display_name } = account
  await db
    .insertInto('pbx_accounts')
    .values({ domain, number, ha1, display_name, state: 'UNAUTHENTICATED', call_status: 'idle' })
    .onConflict((on) => on.columns(['domain', 'number']).doUpdateSet({ ha1, display_name }))
    .execute()
}

export async function updateAccount(
  db: TelephonyDb,
  { domain, number }: PbxAddress,
  changes: Partial<PbxAccountsTable>,
): Promise<void> {
  await db
    .updateTable('pbx_accounts')
    .set(changes)
    .where('domain', '=', domain)
    .where('number', '=', number)
    .execute()
}

export async function findAccount(
  db: TelephonyDb,
  { domain, number }: PbxAddress,
): Promise<PbxAccountsTable | undefined> {
  return db
    .selectFrom('pbx_accounts')
    .selectAll()
    .where('domain', '=', domain)
    .where('number', '=', number)
    .executeTakeFirst()
}

export async function removeAccount(db: TelephonyDb, { domain, number }: PbxAddress): Promise<void> {
  await db.deleteFrom('pbx_accounts').where('domain', '=', domain).where('number', '=', number).execute()
}
