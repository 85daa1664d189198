import { recordChange } from '../../company/audit/record-change.ts'
import type { Author } from '../../identity/actor.ts'
import { normalizeNumber } from '../../normalize-number.ts'
import { conflict, invalidField } from '../../problem.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { findCompanyByFaxNumber, insertFaxNumber } from './fax-number-store.ts'

/**
 * Gives a company a number for its faxes. For the server's operator, who has it from the line: a company
 * that could take a number by itself would get the faxes of others.
 */
export async function addFaxNumber(
  { clock, transact }: TelephonyPlatform,
  author: Author,
  given: string,
): Promise<{ number: string }> {
  const { company } = author
  const number = normalizeNumber(given, company.profile.address.country)
  if (number === undefined) throw invalidField('/number', 'is not a phone number')
  return transact(company.id, async (tx) => {
    if ((await findCompanyByFaxNumber(tx.db, number)) !== undefined) {
      throw conflict(`${number} belongs to a company already`)
    }
    await insertFaxNumber(tx.db, { company_id: company.id, number, created_at: clock.now() })
    await recordChange(tx, clock, author, {
      action: 'company.fax_number_added',
      id: company.public_id,
      before: null,
      after: { number },
    })
    return { number }
  })
}
