import type { TelephonyDb } from '../../telephony-platform.ts'
import type { DidsTable } from './dids-table.ts'

/** False if the company has the number already. */
export async function insertDid(db: TelephonyDb, row: DidsTable): Promise<boolean> {
  const { numInsertedOrUpdatedRows: inserted } = await db
    .insertInto('dids')
    .values(row)
    .onConflict((on) => on.doNothing())
    .executeTakeFirstOrThrow()
  return inserted === 1n
}

export async function listDids(db: TelephonyDb, companyId: number): Promise<DidsTable[]> {
  return db.selectFrom('dids').selectAll().where('company_id', '=', companyId).orderBy('number').execute()
}

export async function findDid(
  db: TelephonyDb,
  companyId: number,
  by: { id: string } | { number: string },
): Promise<DidsTable | undefined> {
  const query = db.selectFrom('dids').selectAll().where('company_id', '=', companyId)
  return (
    'id' in by ? query.where('id', '=', by.id) : query.where('number', '=', by.number)
  ).executeTakeFirst()
}

export async function updateDidRow(db: TelephonyDb, { company_id: companyId, id, ...changes }: DidsTable) {
  await db.updateTable('dids').set(changes).where('company_id', '=', companyId).where('id', '=', id).execute()
}

export async function deleteDidRow(db: TelephonyDb, companyId: number, id: string): Promise<void> {
  await db.deleteFrom('dids').where('company_id', '=', companyId).where('id', '=', id).execute()
}
