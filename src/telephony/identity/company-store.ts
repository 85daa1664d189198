import type { TelephonyDb } from '../telephony-platform.ts'
import type { CompaniesTable } from './companies-table.ts'
import { type Company, companyOf } from './company.ts'

export async function insertCompany(db: TelephonyDb, company: CompaniesTable): Promise<void> {
  await db.insertInto('companies').values(company).execute()
}

export async function findCompany(db: TelephonyDb, id: number): Promise<Company | undefined> {
  const row = await db.selectFrom('companies').selectAll().where('id', '=', id).executeTakeFirst()
  return row && companyOf(row)
}

export async function listCompanies(db: TelephonyDb): Promise<Company[]> {
  return (await db.selectFrom('companies').selectAll().orderBy('id').execute()).map(companyOf)
}

export async function updateCompanyRow(
  db: TelephonyDb,
  id: number,
  changes: Partial<CompaniesTable>,
): Promise<void> {
  await db.updateTable('companies').set(changes).where('id', '=', id).execute()
}
