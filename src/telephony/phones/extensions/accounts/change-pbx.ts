import type { Instance } from '../../../company/instances/instance.ts'
import { Problem } from '../../../problem.ts'
import type { TelephonyDb, TelephonyTransaction } from '../../../telephony-platform.ts'
import { forEachConcurrently } from '../../pbx/for-each-concurrently.ts'
import { type Pbx, PbxFailure } from '../../pbx/pbx.ts'
import type { Phones } from '../../phones.ts'
import { announceAccounts } from './changed-accounts.ts'
import { holdAccounts, matchHeld } from './hold-accounts.ts'
import { ACCOUNTS_AT_ONCE, addressesOf } from './match-pbx.ts'

export interface PbxChange<T> {
  /** Preconditions and the plan, in the first transaction. */
  check(db: TelephonyDb): Promise<void>
  /** Changes one extension in the PBX. */
  apply(pbx: Pbx, number: number): Promise<void>
  /** Runs in the second transaction, after the PBX has changed all of them. */
  commit(tx: TelephonyTransaction): Promise<T>
}

/**
 * Changes extensions in the PBX and in the database: all of them or none. First an entry of the outbox is committed that
 * makes the PBX match the database. Then the PBX is changed, and one transaction commits the change and deletes the
 * entry. Whatever fails in between, the entry remains.
 */
export function changePbx<T>(
  phones: Phones,
  { instance, numbers }: { instance: Instance; numbers: readonly number[] },
  change: PbxChange<T>,
): Promise<T> {
  const { company_id: companyId, uuid, domain } = instance
  const accounts = [{ instance: uuid, domain, numbers }]
  const some = numbers.length === 1 ? 'The extension is' : 'Some of the extensions are'
  const request = {
    companyId,
    refusal: `${some} being changed by somebody else; try again`,
    concerned: async () => accounts,
    work: ({ db }: TelephonyTransaction) => change.check(db),
  }
  return holdAccounts(phones, request, async ({ held }) => {
    try {
      await forEachConcurrently(numbers, ACCOUNTS_AT_ONCE, (number) => change.apply(phones.pbx, number))
      return await phones.transact(companyId, async (tx) => {
        // This server was too slow, and others have continued: the PBX may not have the change any more.
        if (!(await tx.outbox.settle(held!.entry))) throw new PbxFailure('The change was interrupted')
        announceAccounts(phones, tx, addressesOf(accounts))
        return change.commit(tx)
      })
    } catch (error) {
      await matchHeld(phones, held!)
      if (error instanceof PbxFailure) throw new Problem(502, `The PBX backend failed: ${error.message}`)
      throw error
    }
  })
}
