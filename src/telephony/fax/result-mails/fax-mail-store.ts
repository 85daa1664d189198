import type { TelephonyDb } from '../../telephony-platform.ts'
import type { FaxMailsTable } from '../faxes/fax-tables.ts'

export async function insertFaxMail(db: TelephonyDb, mail: FaxMailsTable): Promise<void> {
  await db.insertInto('fax_mails').values(mail).execute()
}

export async function deleteMailsOfFax(db: TelephonyDb, companyId: number, faxId: string): Promise<void> {
  await db.deleteFrom('fax_mails').where('company_id', '=', companyId).where('fax_id', '=', faxId).execute()
}
