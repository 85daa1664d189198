import type { TelephonyDb } from '../../telephony-platform.ts'

/** Active users who have proven this address, of every active company. `hasFax`: whether the company can send faxes. */
export async function findMailSenders(
  db: TelephonyDb,
  email: string,
): Promise<{ company_id: number; id: string; hasFax: boolean }[]> {
  const rows = await db
    .selectFrom('contacts')
    .innerJoin('companies', 'companies.id', 'contacts.company_id')
    .select(['contacts.company_id', 'contacts.id'])
    .select((expression) =>
      expression
        .selectFrom('fax_numbers')
        .select('fax_numbers.number')
        .whereRef('fax_numbers.company_id', '=', 'contacts.company_id')
        .limit(1)
        .as('number'),
    )
    .where('contacts.email_key', '=', email.toLowerCase())
    .whereRef('contacts.proven_email_key', '=', 'contacts.email_key')
    .where('contacts.activated', '=', 1)
    .where('companies.status', '=', 'active')
    .orderBy('contacts.company_id')
    .limit(50)
    .execute()
  return rows.map(({ company_id, id, number }) => ({ company_id, id, hasFax: number !== null }))
}
