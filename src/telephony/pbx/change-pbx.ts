import { randomUUID } from 'node:crypto'
import { inTurn } from '../../platform/in-turn.ts'
import type { Instance } from '../instances/instance.ts'
import { conflict, Problem } from '../problem.ts'
import type { Telephony, TelephonyDb, TelephonyTransaction } from '../telephony.ts'
import { type Pbx, PbxFailure } from './pbx.ts'
import { deleteIntent, findIntent, insertIntent, type PbxIntent } from './pbx-intent-store.ts'
import { repairPbx } from './repair-pbx.ts'

export interface PbxChange<T> {
  /** Inside the first transaction: what must hold, and the plan. */
  check(db: TelephonyDb): Promise<void>
  apply(pbx: Pbx): Promise<void>
  /** Inside the second transaction, when the PBX has done its part. */
  commit(tx: TelephonyTransaction): Promise<T>
}

/**
 * Changes the PBX and the database as one. First an intent is written down, then the PBX is told, then the
 * change is committed and the intent struck out in one transaction. Whoever dies in between leaves the intent,
 * and repair-pbx.ts makes the PBX agree with the database again.
 */
export function changePbx<T>(
  telephony: Telephony,
  { instance, number }: { instance: Instance; number: number },
  change: PbxChange<T>,
): Promise<T> {
  return inTurn(`${instance.uuid}:${number}`, async () => {
    const intent: PbxIntent = {
      company_id: instance.company_id,
      instance_uuid: instance.uuid,
      number,
      domain: instance.domain,
      token: `${ourselves} ${randomUUID()}`,
      created_at: telephony.clock.now(),
    }
    await takeIntent(telephony, intent, change)
    try {
      await change.apply(telephony.pbx)
      return await telephony.transact(intent.company_id, async (tx) => {
        // Another process took this one for dead and has repaired: then the PBX has not got the change.
        if (!(await deleteIntent(tx.db, intent))) throw new PbxFailure('The change was interrupted')
        return change.commit(tx)
      })
    } catch (error) {
      await undo(telephony, intent)
      if (error instanceof PbxFailure) throw new Problem(502, `The PBX backend failed: ${error.message}`)
      throw error
    }
  })
}

async function takeIntent<T>(telephony: Telephony, intent: PbxIntent, change: PbxChange<T>): Promise<void> {
  const take = () =>
    telephony.database.write(intent.company_id, {
      async work({ db }) {
        await change.check(db)
        return insertIntent(db, intent)
      },
    })
  if (await take()) return
  // Left behind by a failure: put that right first. Or another process is at it.
  const other = await findIntent(telephony.database.read, intent)
  if (other && isLeftBehind(other, telephony.clock.now())) {
    await repairPbx(telephony, other).catch((error) => {
      throw new Problem(502, `The PBX backend failed: ${(error as Error).message}`)
    })
  }
  if (!(await take())) throw conflict('The extension is being changed by somebody else; try again')
}

/** This process, in the tokens of its intents. */
const ourselves = randomUUID()

/** Longer than a PBX may take to answer. */
const IN_PROGRESS_MS = 15_000

/** When it is our turn, what this process had begun has ended. */
const isLeftBehind = ({ token, created_at: at }: PbxIntent, now: number) =>
  token.startsWith(ourselves) || now - at > IN_PROGRESS_MS

/** What cannot be undone now is undone later, by the intent that stays. */
async function undo(telephony: Telephony, intent: PbxIntent): Promise<void> {
  try {
    await repairPbx(telephony, intent)
  } catch (error) {
    telephony.log.warn(
      { err: error, number: intent.number, domain: intent.domain },
      'the PBX will be repaired later',
    )
  }
}
