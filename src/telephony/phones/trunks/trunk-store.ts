import type { TelephonyDb } from '../../telephony-platform.ts'
import type { Trunk } from './trunk.ts'
import type { TrunksTable } from './trunks-table.ts'

/** False if one of its addresses belongs to another trunk, of any company. */
export async function insertTrunk(db: TelephonyDb, { addresses, ...row }: Trunk): Promise<boolean> {
  await db.insertInto('trunks').values(row).execute()
  return insertAddresses(db, row, addresses)
}

export async function updateTrunkRow(
  db: TelephonyDb,
  companyId: number,
  id: string,
  changes: Partial<TrunksTable>,
): Promise<void> {
  await db
    .updateTable('trunks')
    .set(changes)
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}

/** False if one of its addresses belongs to another trunk, of any company. */
export async function replaceTrunk(db: TelephonyDb, { addresses, ...row }: Trunk): Promise<boolean> {
  await updateTrunkRow(db, row.company_id, row.id, row)
  await deleteAddresses(db, row)
  return insertAddresses(db, row, addresses)
}

export async function deleteTrunkRow(db: TelephonyDb, trunk: TrunksTable): Promise<void> {
  await deleteAddresses(db, trunk)
  await db
    .deleteFrom('trunks')
    .where('company_id', '=', trunk.company_id)
    .where('id', '=', trunk.id)
    .execute()
}

/** In the order in which calls take them. */
export async function listTrunks(db: TelephonyDb, companyId: number): Promise<Trunk[]> {
  const rows = await db
    .selectFrom('trunks')
    .selectAll()
    .where('company_id', '=', companyId)
    .orderBy('place')
    .orderBy('id')
    .execute()
  return withAddresses(db, rows)
}

/** Those of all companies. */
export async function listEnabledTrunks(db: TelephonyDb): Promise<Trunk[]> {
  return withAddresses(
    db,
    await db.selectFrom('trunks').selectAll().where('enabled', '=', 1).orderBy('id').execute(),
  )
}

export async function findTrunk(db: TelephonyDb, companyId: number, id: string): Promise<Trunk | undefined> {
  const row = await findTrunkById(db, id)
  return row?.company_id === companyId ? (await withAddresses(db, [row]))[0] : undefined
}

/** A trunk of any company: the PBX knows no companies. */
export async function findTrunkById(db: TelephonyDb, id: string): Promise<TrunksTable | undefined> {
  return db.selectFrom('trunks').selectAll().where('id', '=', id).executeTakeFirst()
}

async function insertAddresses(
  db: TelephonyDb,
  { company_id, id }: TrunksTable,
  addresses: readonly string[],
): Promise<boolean> {
  if (addresses.length === 0) return true
  const { numInsertedOrUpdatedRows: inserted } = await db
    .insertInto('trunk_addresses')
    .values(addresses.map((address) => ({ company_id, trunk_id: id, address })))
    .onConflict((on) => on.doNothing())
    .executeTakeFirstOrThrow()
  return Number(inserted) === addresses.length
}

async function deleteAddresses(db: TelephonyDb, { company_id: companyId, id }: TrunksTable): Promise<void> {
  await db
    .deleteFrom('trunk_addresses')
    .where('company_id', '=', companyId)
    .where('trunk_id', '=', id)
    .execute()
}

async function withAddresses(db: TelephonyDb, rows: readonly TrunksTable[]): Promise<Trunk[]> {
  if (rows.length === 0) return []
  const all = await db
    .selectFrom('trunk_addresses')
    .selectAll()
    .where(
      'trunk_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('address')
    .execute()
  return rows.map((row) => ({
    ...row,
    addresses: all.filter(({ trunk_id: id }) => id === row.id).map(({ address }) => address),
  }))
}
