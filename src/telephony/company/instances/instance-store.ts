import type { TelephonyDb } from '../../telephony-platform.ts'
import type { InstancesTable } from './instances-table.ts'

export async function insertInstance(db: TelephonyDb, instance: InstancesTable): Promise<void> {
  await db.insertInto('instances').values(instance).execute()
}

export async function listInstances(db: TelephonyDb, companyId: number): Promise<InstancesTable[]> {
  return db.selectFrom('instances').selectAll().where('company_id', '=', companyId).orderBy('id').execute()
}

export async function findInstance(
  db: TelephonyDb,
  companyId: number,
  uuid: string,
): Promise<InstancesTable | undefined> {
  return db
    .selectFrom('instances')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('uuid', '=', uuid)
    .executeTakeFirst()
}

export async function findInstanceByDomain(
  db: TelephonyDb,
  domain: string,
): Promise<InstancesTable | undefined> {
  return db.selectFrom('instances').selectAll().where('domain', '=', domain).executeTakeFirst()
}

/** How many instances each Asterisk serves; one that serves none is missing. */
export async function countByAsterisk(db: TelephonyDb): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('instances')
    .select(({ fn }) => ['asterisk', fn.countAll<number | string>().as('count')])
    .groupBy('asterisk')
    .execute()
  return new Map(rows.map(({ asterisk, count }) => [asterisk, Number(count)]))
}

export async function deleteInstance(db: TelephonyDb, companyId: number, uuid: string): Promise<void> {
  await db.deleteFrom('instances').where('company_id', '=', companyId).where('uuid', '=', uuid).execute()
}
