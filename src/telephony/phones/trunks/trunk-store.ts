import type { TelephonyDb } from '../../telephony-platform.ts'
import type { Trunk } from './trunk.ts'
import type { TrunksTable } from './trunks-table.ts'

/** False if one of its addresses belongs to another trunk of the company. */
export async function insertTrunk(db: TelephonyDb, { addresses, ...row }: Trunk): Promise<boolean> {
  await db.insertInto('trunks').values(row).execute()
  return putAddresses(db, row, addresses)
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

/** False if one of its addresses belongs to another trunk of the company. */
export async function replaceTrunk(db: TelephonyDb, { addresses, ...row }: Trunk): Promise<boolean> {
  await updateTrunkRow(db, row.company_id, row.id, row)
  return putAddresses(db, row, addresses)
}

export async function deleteTrunkRow(db: TelephonyDb, trunk: TrunksTable): Promise<void> {
  await putAddresses(db, trunk, [])
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

/** For each address, the enabled trunk that had it first: the PBX takes its calls for those of this trunk. */
export async function findFirstTrunks(db: TelephonyDb): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('trunk_addresses')
    .innerJoin('trunks', 'trunks.id', 'trunk_addresses.trunk_id')
    .select(['address', 'trunk_id'])
    .where('enabled', '=', 1)
    .orderBy('claimed_at', 'desc')
    .orderBy('trunk_id', 'desc')
    .execute()
  // The first one comes last, and stays.
  return new Map(rows.map((row) => [row.address, row.trunk_id]))
}

export interface AddressSharer {
  readonly company_id: number
  readonly trunk_id: string
  readonly claimed_at: number
}

/** The enabled trunks, of all companies, that have an address of this one. It is among them. */
export async function listSharers(db: TelephonyDb, trunkId: string): Promise<AddressSharer[]> {
  return db
    .selectFrom('trunk_addresses as own')
    .innerJoin('trunk_addresses as other', 'other.address', 'own.address')
    .innerJoin('trunks', 'trunks.id', 'other.trunk_id')
    .select(['other.company_id', 'other.trunk_id', 'other.claimed_at'])
    .where('own.trunk_id', '=', trunkId)
    .where('trunks.enabled', '=', 1)
    .execute()
}

export async function findTrunk(db: TelephonyDb, companyId: number, id: string): Promise<Trunk | undefined> {
  const row = await findTrunkById(db, id)
  return row?.company_id === companyId ? (await withAddresses(db, [row]))[0] : undefined
}

/** A trunk of any company: the PBX knows no companies. */
export async function findTrunkById(db: TelephonyDb, id: string): Promise<TrunksTable | undefined> {
  return db.selectFrom('trunks').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Addresses that stay keep their time. */
async function putAddresses(
  db: TelephonyDb,
  { company_id, id, updated_at }: TrunksTable,
  addresses: readonly string[],
): Promise<boolean> {
  const ofCompany = await db
    .selectFrom('trunk_addresses')
    .selectAll()
    .where('company_id', '=', company_id)
    .execute()
  if (ofCompany.some((row) => row.trunk_id !== id && addresses.includes(row.address))) return false
  const own = ofCompany.filter((row) => row.trunk_id === id).map(({ address }) => address)
  const gone = own.filter((address) => !addresses.includes(address))
  const added = addresses.filter((address) => !own.includes(address))
  if (gone.length > 0) {
    await db
      .deleteFrom('trunk_addresses')
      .where('company_id', '=', company_id)
      .where('trunk_id', '=', id)
      .where('address', 'in', gone)
      .execute()
  }
  if (added.length > 0) {
    const rows = added.map((address) => ({ company_id, trunk_id: id, address, claimed_at: updated_at }))
    await db.insertInto('trunk_addresses').values(rows).execute()
  }
  return true
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
