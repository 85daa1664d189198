import type { TelephonyDb } from '../../telephony-platform.ts'
import type { CompanyCarriersTable } from './company-carriers-table.ts'

export type CompanyCarrier = CompanyCarriersTable

export async function findCompanyCarrier(
  db: TelephonyDb,
  companyId: number,
): Promise<CompanyCarrier | undefined> {
  return db.selectFrom('company_carriers').selectAll().where('company_id', '=', companyId).executeTakeFirst()
}

export async function listCompanyCarriers(db: TelephonyDb): Promise<CompanyCarrier[]> {
  return db.selectFrom('company_carriers').selectAll().orderBy('company_id').execute()
}

export async function putCompanyCarrier(db: TelephonyDb, carrier: CompanyCarrier): Promise<void> {
  const { company_id: _, ...values } = carrier
  await db
    .insertInto('company_carriers')
    .values(carrier)
    .onConflict((on) => on.column('company_id').doUpdateSet(values))
    .execute()
}

/** False if the settings have changed since. */
export async function setCarrierState(
  db: TelephonyDb,
  { company_id, version }: CompanyCarrier,
  state: Pick<CompanyCarrier, 'state' | 'problem' | 'state_at'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('company_carriers')
    .set(state)
    .where('company_id', '=', company_id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function deleteCompanyCarrierRow(db: TelephonyDb, companyId: number): Promise<void> {
  await db.deleteFrom('company_carriers').where('company_id', '=', companyId).execute()
}
