import type { TelephonyDb } from '../../telephony-platform.ts'
import type { Trunk } from './trunk.ts'
import { type TrunksTable, trunkAddressesTable, trunksTable } from './trunks-table.ts'

/** False if one of its addresses belongs to another trunk of the company. */
export async function insertTrunk(db: TelephonyDb, { addresses, ...row }: Trunk): Promise<boolean> {
  await trunksTable.insert(db, row)
  return putAddresses(db, row, addresses)
}

/** False if one of its addresses belongs to another trunk of the company. */
export async function replaceTrunk(db: TelephonyDb, { addresses, ...row }: Trunk): Promise<boolean> {
  await trunksTable.update(db, row, row)
  // Those of a registration are found by its host: see recognizeProviders.
  return row.kind === 'registration' || putAddresses(db, row, addresses)
}

/** The addresses of the server with which a trunk is registered. Those of another trunk of the company stay there. */
export async function putRegisteredAddresses(
  db: TelephonyDb,
  trunk: TrunksTable,
  addresses: readonly string[],
): Promise<void> {
  const ofCompany = await trunkAddressesTable.list(db, { company_id: trunk.company_id })
  const taken = ofCompany.filter((row) => row.trunk_id !== trunk.id).map(({ address }) => address)
  await putAddresses(
    db,
    trunk,
    addresses.filter((address) => !taken.includes(address)),
  )
}

export async function deleteTrunkRow(db: TelephonyDb, trunk: TrunksTable): Promise<void> {
  await putAddresses(db, trunk, [])
  await trunksTable.remove(db, trunk)
}

/** In the order in which calls take them. */
export async function listTrunks(db: TelephonyDb, companyId: number): Promise<Trunk[]> {
  return withAddresses(db, await trunksTable.list(db, { company_id: companyId }))
}

/** Those of all companies. */
export async function listEnabledTrunks(db: TelephonyDb): Promise<Trunk[]> {
  return withAddresses(db, await trunksTable.list(db, { enabled: 1 }, ['id']))
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
  const row = await trunksTable.findBy(db, { id })
  return row?.company_id === companyId ? (await withAddresses(db, [row]))[0] : undefined
}

/** Addresses that stay keep their time. */
async function putAddresses(
  db: TelephonyDb,
  { company_id, id, updated_at }: Pick<TrunksTable, 'company_id' | 'id' | 'updated_at'>,
  addresses: readonly string[],
): Promise<boolean> {
  const ofCompany = await trunkAddressesTable.list(db, { company_id })
  if (ofCompany.some((row) => row.trunk_id !== id && addresses.includes(row.address))) return false
  const own = ofCompany.filter((row) => row.trunk_id === id).map(({ address }) => address)
  const gone = own.filter((address) => !addresses.includes(address))
  const added = addresses.filter((address) => !own.includes(address))
  await trunkAddressesTable.removeWhere(db, { company_id, trunk_id: id, address: gone })
  await trunkAddressesTable.insert(
    db,
    added.map((address) => ({ company_id, trunk_id: id, address, claimed_at: updated_at })),
  )
  return true
}

async function withAddresses(db: TelephonyDb, rows: readonly TrunksTable[]): Promise<Trunk[]> {
  const all = await trunkAddressesTable.list(db, { trunk_id: rows.map(({ id }) => id) }, ['address'])
  return rows.map((row) => ({
    ...row,
    addresses:
      row.kind === 'ip' ? all.filter(({ trunk_id: id }) => id === row.id).map(({ address }) => address) : [],
  }))
}
