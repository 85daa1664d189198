import type { Db } from '../../chat-platform.ts'
import type { TwoFactorsTable } from './two-factor-tables.ts'

type Owner = Pick<TwoFactorsTable, 'realm_id' | 'user_id'>

export async function findTwoFactor(
  db: Db,
  { realm_id, user_id }: Owner,
): Promise<TwoFactorsTable | undefined> {
  return db
    .selectFrom('two_factors')
    .selectAll()
    .where('realm_id', '=', realm_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
}

/** Replaces one that was not confirmed. */
export async function putTwoFactor(db: Db, row: TwoFactorsTable): Promise<void> {
  const { realm_id: _realm, user_id: _user, ...fresh } = row
  await db
    .insertInto('two_factors')
    .values(row)
    .onConflict((conflict) => conflict.columns(['realm_id', 'user_id']).doUpdateSet(fresh))
    .execute()
}

/** Returns false if this code, or a later one, was used already. */
export async function useStep(db: Db, { realm_id, user_id }: Owner, step: number): Promise<boolean> {
  const used = await db
    .updateTable('two_factors')
    .set({ last_step: step })
    .where('realm_id', '=', realm_id)
    .where('user_id', '=', user_id)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst()
  return used !== undefined
}

/** Returns false if there was none. */
export async function deleteTwoFactor(db: Db, { realm_id, user_id }: Owner): Promise<boolean> {
  await deleteRecoveryCodes(db, { realm_id, user_id })
  const deleted = await db
    .deleteFrom('two_factors')
    .where('realm_id', '=', realm_id)
    .where('user_id', '=', user_id)
    .returning('confirmed_at')
    .executeTakeFirst()
  return deleted !== undefined && deleted.confirmed_at !== null
}

export async function replaceRecoveryCodes(
  db: Db,
  { realm_id, user_id }: Owner,
  hashes: readonly string[],
): Promise<void> {
  await deleteRecoveryCodes(db, { realm_id, user_id })
  const rows = hashes.map((code_hash) => ({ realm_id, user_id, code_hash }))
  await db.insertInto('recovery_codes').values(rows).execute()
}

/** Returns false if there is no such code. */
export async function useRecoveryCode(db: Db, { realm_id, user_id }: Owner, hash: string): Promise<boolean> {
  const used = await db
    .deleteFrom('recovery_codes')
    .where('realm_id', '=', realm_id)
    .where('user_id', '=', user_id)
    .where('code_hash', '=', hash)
    .returning('user_id')
    .executeTakeFirst()
  return used !== undefined
}

export async function countRecoveryCodes(db: Db, { realm_id, user_id }: Owner): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('realm_id', '=', realm_id)
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function deleteRecoveryCodes(db: Db, { realm_id, user_id }: Owner): Promise<void> {
  await db
    .deleteFrom('recovery_codes')
    .where('realm_id', '=', realm_id)
    .where('user_id', '=', user_id)
    .execute()
}
