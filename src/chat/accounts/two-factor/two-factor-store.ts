import type { Db } from '../../chat-platform.ts'
import {
  recoveryCodesTable,
  type TwoFactorsTable,
  twoFactorsTable,
} from '../../identity/second-factor/two-factor-tables.ts'

type Owner = Pick<TwoFactorsTable, 'realm_id' | 'user_id'>

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
  await recoveryCodesTable.removeWhere(db, { realm_id, user_id })
  const known = await twoFactorsTable.find(db, { realm_id, user_id })
  await twoFactorsTable.remove(db, { realm_id, user_id })
  return known !== undefined && known.confirmed_at !== null
}

export async function replaceRecoveryCodes(
  db: Db,
  { realm_id, user_id }: Owner,
  hashes: readonly string[],
): Promise<void> {
  await recoveryCodesTable.removeWhere(db, { realm_id, user_id })
  const rows = hashes.map((code_hash) => ({ realm_id, user_id, code_hash }))
  await recoveryCodesTable.insert(db, rows)
}
