import type { Instance } from '../../company/instances/instance.ts'
import { Problem } from '../../problem.ts'
import type { TelephonyDb, TelephonyTransaction } from '../../telephony-platform.ts'
import type { Phones } from '../phones.ts'
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
  phones: Phones,
  { instance, numbers }: { instance: Instance; numbers: readonly number[] },
  change: PbxBulkChange<T>,
): Promise<T> {
  const token = newToken(phones)
  const places = numbers.map((number) => ({
    company_id: instance.company_id,
    instance_uuid: instance.uuid,
    number,
    domain: instance.domain,
    token,
  }))
  const names = places.map((place) => turnOf(phones, place))
  return inAllTurns(names, async () => {
    const intents = await takeIntents(phones, places, change)
    const told: PbxIntent[] = []
    try {
      await tellPbx(phones, intents, told, change)
      return await phones.transact(instance.company_id, async (tx) => {
        // Another server took this one for dead and has repaired: then the PBX has not got the change.
        if ((await deleteIntents(tx.db, intents)) < intents.length) {
          throw new PbxFailure('The change was interrupted')
        }
        announceAccounts(phones, tx, intents)
        return change.commit(tx)
      })
    } catch (error) {
      await undo(phones, intents, told)
      if (error instanceof PbxFailure) throw new Problem(502, `The PBX backend failed: ${error.message}`)
      throw error
    }
  })
}

async function takeIntents<T>(
  phones: Phones,
  places: readonly Omit<PbxIntent, 'created_at'>[],
  change: Pick<PbxBulkChange<T>, 'check'>,
): Promise<PbxIntent[]> {
  let intents: PbxIntent[] = []
  await holdIntents(phones, {
    companyId: places[0]!.company_id,
    refusal: 'Some of the extensions are being changed by somebody else; try again',
    check: change.check,
    async take({ db }) {
      // Their age counts from now, not from when we began to wait.
      const now = phones.clock.now()
      intents = places.map((place) => ({ ...place, created_at: now }))
      const others = await findIntents(db, intents)
      if (others.length === 0) await insertIntents(db, intents)
      return others
    },
  })
  return intents
}

async function tellPbx<T>(
  { clock, pbx, transact }: Phones,
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
  phones: Phones,
  intents: readonly PbxIntent[],
  told: readonly PbxIntent[],
): Promise<void> {
  const { database, log, transact } = phones
  try {
    const untold = intents.slice(told.length)
    await transact(intents[0]!.company_id, ({ db }) => deleteIntents(db, untold))
    const there = await findIntents(database.read, told)
    const ours = new Set(there.filter(({ token }) => token === told[0]?.token).map(({ number }) => number))
    await workThrough(
      told.filter(({ number }) => ours.has(number)),
      WIDTH,
      (intent) => repairPbx(phones, intent),
    )
    // Who repaired in our place may have done so before the PBX got our change: that is to be taken back, too.
    await workThrough(
      told.filter(({ number }) => !ours.has(number)),
      WIDTH,
      (intent) => repairAnew(phones, intent),
    )
  } catch (error) {
    log.warn({ err: error, domain: intents[0]!.domain }, 'the PBX will be repaired later')
  }
}

async function repairAnew(phones: Phones, intent: PbxIntent): Promise<void> {
  const place = { ...intent, token: newToken(phones) }
  const [taken] = await takeIntents(phones, [place], { check: async () => {} })
  await repairPbx(phones, taken!)
}
