import { recordChange } from '../../company/audit/record-change.ts'
import type { Author } from '../../identity/actor.ts'
import { normalizeNumber } from '../../normalize-number.ts'
import { conflict, invalidField } from '../../problem.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { faxNumbersTable } from '../faxes/fax-tables.ts'

/**
 * Assigns a fax number to a company. Only for the operator, who gets it from the provider: a company that could choose
 * a number would receive the faxes of others.
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
    if ((await faxNumbersTable.findBy(tx.db, { number }))?.company_id !== undefined) {
      throw conflict(`${number} belongs to a company already`)
    }
    await faxNumbersTable.insert(tx.db, { company_id: company.id, number, created_at: clock.now() })
    await recordChange(tx, clock, author, {
      action: 'company.fax_number_added',
      id: company.public_id,
      before: null,
      after: { number },
    })
    return { number }
  })
}
