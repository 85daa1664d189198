import { recordChange } from '../../company/audit/record-change.ts'
import type { Author } from '../../identity/actor.ts'
import { conflict } from '../../problem.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { textingNumbersTable } from '../texting-tables.ts'
import { checkNumberUsers } from './check-number-users.ts'
import { readPhoneNumber } from './read-phone-number.ts'
import { replaceNumberUsers } from './texting-number-store.ts'
import { type TextingNumberView, textingNumberView } from './texting-number-view.ts'

/** Assigns a number to the author's company. For the operator, who gets it from the carrier. */
export async function addTextingNumber(
  platform: TelephonyPlatform,
  author: Author,
  number: string,
  userIds: readonly string[],
): Promise<TextingNumberView> {
  const { clock } = platform
  const { company } = author
  const e164 = readPhoneNumber(company, number, '/number')
  return platform.transact(company.id, async (tx) => {
    const users = await checkNumberUsers(tx.db, company.id, userIds)
    const now = clock.now()
    const row = { company_id: company.id, number: e164, created_at: now, updated_at: now }
    if (!(await textingNumbersTable.insertIfAbsent(tx.db, row))) throw conflict(`${e164} is in use already`)
    await replaceNumberUsers(tx.db, company.id, e164, users, now)
    const after = textingNumberView({ ...row, users }, company.public_id)
    await recordChange(tx, clock, author, { action: 'texting_number.added', id: e164, before: null, after })
    return after
  })
}
