import { runExclusive } from '../../../../platform/concurrency/run-exclusive.ts'
import type { Instance } from '../../../company/instances/instance.ts'
import { Problem } from '../../../problem.ts'
import type { TelephonyDb, TelephonyTransaction } from '../../../telephony-platform.ts'
import { type Pbx, PbxFailure } from '../../pbx/pbx.ts'
import { pbxIntentsTable } from '../../pbx/pbx-tables.ts'
import type { Phones } from '../../phones.ts'
import { acquireIntents } from './acquire-intents.ts'
import { announceAccounts } from './changed-accounts.ts'
import { deleteIntent, type PbxIntent } from './pbx-intent-store.ts'
import { mutexOf, newToken, repairPbx } from './repair-pbx.ts'

export interface PbxChange<T> {
  /** Preconditions and the plan, in the first transaction. */
  check(db: TelephonyDb): Promise<void>
  apply(pbx: Pbx): Promise<void>
  /** Runs in the second transaction, after the PBX has changed. */
  commit(tx: TelephonyTransaction): Promise<T>
}

/**
 * Changes the PBX and the database together. First an intent is stored, then the PBX is changed, then one transaction
 * commits the change and deletes the intent. A crash in between leaves the intent, and repair-pbx.ts makes the PBX
 * agree with the database again.
 */
export function changePbx<T>(
  phones: Phones,
  { instance, number }: { instance: Instance; number: number },
  change: PbxChange<T>,
): Promise<T> {
  const intent: PbxIntent = {
    company_id: instance.company_id,
    instance_uuid: instance.uuid,
    number,
    domain: instance.domain,
    token: newToken(phones),
    created_at: phones.clock.now(),
  }
  return runExclusive(mutexOf(phones, intent), async () => {
    const taken = await takeIntent(phones, intent, change.check)
    try {
      await change.apply(phones.pbx)
      return await phones.transact(intent.company_id, async (tx) => {
        // Another server considered this one dead and has repaired: the PBX does not have the change.
        if (!(await deleteIntent(tx.db, taken))) throw new PbxFailure('The change was interrupted')
        announceAccounts(phones, tx, [taken])
        return change.commit(tx)
      })
    } catch (error) {
      await undo(phones, taken)
      if (error instanceof PbxFailure) throw new Problem(502, `The PBX backend failed: ${error.message}`)
      throw error
    }
  })
}

async function takeIntent(
  phones: Phones,
  intent: PbxIntent,
  check: (db: TelephonyDb) => Promise<void> = async () => {},
): Promise<PbxIntent> {
  const ours = { ...intent }
  await acquireIntents(phones, {
    companyId: intent.company_id,
    refusal: 'The extension is being changed by somebody else; try again',
    check,
    async take({ db }) {
      // Its age counts from now, not from the start of waiting.
      ours.created_at = phones.clock.now()
      if (await pbxIntentsTable.insertIfAbsent(db, ours)) return []
      const other = await pbxIntentsTable.find(db, ours)
      return other ? [other] : []
    },
  })
  return ours
}

/** What cannot be undone now is undone later, thanks to the intent that remains. */
async function undo(phones: Phones, intent: PbxIntent): Promise<void> {
  try {
    const there = await pbxIntentsTable.find(phones.database.read, intent)
    const isOurs = there?.token === intent.token
    // Another server may have repaired before the PBX got our change, which must be undone, too.
    await repairPbx(
      phones,
      isOurs ? intent : await takeIntent(phones, { ...intent, token: newToken(phones) }),
    )
  } catch (error) {
    phones.log.warn(
      { err: error, number: intent.number, domain: intent.domain },
      'the PBX will be repaired later',
    )
  }
}
