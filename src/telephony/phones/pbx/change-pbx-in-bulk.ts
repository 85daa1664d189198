import type { Instance } from '../../company/instances/instance.ts'
import { Problem } from '../../problem.ts'
import type { Telephony, TelephonyDb, TelephonyTransaction } from '../../telephony.ts'
import { announceAccounts } from './changed-accounts.ts'
import { holdIntents } from './hold-intent.ts'
import { inAllTurns } from './in-all-turns.ts'
import { type Pbx, PbxFailure } from './pbx.ts'
import { deleteIntents, findIntents, insertIntents, touchIntents } from './pbx-bulk-intent-store.ts'
import type { PbxIntent } from './pbx-intent-store.ts'
import { newToken, repairPbx, turnOf } from './repair-pbx.ts'
import { workThrough } from './work-through.ts'

export interface PbxBulkChange<T> {
  /** Inside the first transaction: what must hold. */
  check(db: TelephonyDb): Promise<void>
  /** Of one extension. */
  apply(pbx: Pbx, number: number): Promise<void>
  /** Inside the last transaction, when the PBX has done its part for all of them. */
  commit(tx: TelephonyTransaction): Promise<T>
}

/** So many at once are told to the PBX. */
const WIDTH = 8
/** Other servers take intents for dead that have not been touched for some time: see hold-intent.ts. */
const TOUCH_EVERY_MS = 5_000

/**
 * Like changePbx, for many extensions of an instance: all of them are changed, in the PBX and in the database,
 * or none is. Their intents are taken together and struck out together, in the transaction of the change.
 */
export function changePbxInBulk<T>(
  telephony: Telephony,
  { instance, numbers }: { instance: Instance; numbers: readonly number[] },
  change: PbxBulkChange<T>,
): Promise<T> {
  const token = newToken(telephony)
  const places = numbers.map((number) => ({
    company_id: instance.company_id,
    instance_uuid: instance.uuid,
    number,
    domain: instance.domain,
    token,
  }))
  const names = places.map((place) => turnOf(telephony, place))
  return inAllTurns(names, async () => {
    const intents = await takeIntents(telephony, places, change)
    const told: PbxIntent[] = []
    try {
      await tellPbx(telephony, intents, told, change)
      return await telephony.transact(instance.company_id, async (tx) => {
        // Another server took this one for dead and has repaired: then the PBX has not got the change.
        if ((await deleteIntents(tx.db, intents)) < intents.length) {
          throw new PbxFailure('The change was interrupted')
        }
        announceAccounts(telephony, tx, intents)
        return change.commit(tx)
      })
    } catch (error) {
      await undo(telephony, intents, told)
      if (error instanceof PbxFailure) throw new Problem(502, `The PBX backend failed: ${error.message}`)
      throw error
    }
  })
}

async function takeIntents<T>(
  telephony: Telephony,
  places: readonly Omit<PbxIntent, 'created_at'>[],
  change: Pick<PbxBulkChange<T>, 'check'>,
): Promise<PbxIntent[]> {
  let intents: PbxIntent[] = []
  await holdIntents(telephony, {
    companyId: places[0]!.company_id,
    refusal: 'Some of the extensions are being changed by somebody else; try again',
    check: change.check,
    async take({ db }) {
      // Their age counts from now, not from when we began to wait.
      const now = telephony.clock.now()
      intents = places.map((place) => ({ ...place, created_at: now }))
      const others = await findIntents(db, intents)
      if (others.length === 0) await insertIntents(db, intents)
      return others
    },
  })
  return intents
}

async function tellPbx<T>(
  { clock, pbx, transact }: Telephony,
  intents: readonly PbxIntent[],
  told: PbxIntent[],
  change: PbxBulkChange<T>,
): Promise<void> {
  let touchedAt = clock.now()
  await workThrough(intents, WIDTH, async (intent) => {
    told.push(intent)
    await change.apply(pbx, intent.number)
    const now = clock.now()
    if (now - touchedAt < TOUCH_EVERY_MS) return
    touchedAt = now
    await transact(intent.company_id, ({ db }) => touchIntents(db, intent, now))
  })
}

/** What the PBX was not told needs no repair. What cannot be undone now is undone later, by the intent that stays. */
async function undo(
  telephony: Telephony,
  intents: readonly PbxIntent[],
  told: readonly PbxIntent[],
): Promise<void> {
  const { database, log, transact } = telephony
  try {
    const untold = intents.slice(told.length)
    await transact(intents[0]!.company_id, ({ db }) => deleteIntents(db, untold))
    const there = await findIntents(database.read, told)
    const ours = new Set(there.filter(({ token }) => token === told[0]?.token).map(({ number }) => number))
    await workThrough(
      told.filter(({ number }) => ours.has(number)),
      WIDTH,
      (intent) => repairPbx(telephony, intent),
    )
    // Who repaired in our place may have done so before the PBX got our change: that is to be taken back, too.
    await workThrough(
      told.filter(({ number }) => !ours.has(number)),
      WIDTH,
      (intent) => repairAnew(telephony, intent),
    )
  } catch (error) {
    log.warn({ err: error, domain: intents[0]!.domain }, 'the PBX will be repaired later')
  }
}

async function repairAnew(telephony: Telephony, intent: PbxIntent): Promise<void> {
  const place = { ...intent, token: newToken(telephony) }
  const [taken] = await takeIntents(telephony, [place], { check: async () => {} })
  await repairPbx(telephony, taken!)
}
