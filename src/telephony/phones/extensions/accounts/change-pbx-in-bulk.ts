import type { Instance } from '../../../company/instances/instance.ts'
import { Problem } from '../../../problem.ts'
import type { TelephonyDb, TelephonyTransaction } from '../../../telephony-platform.ts'
import { forEachConcurrently } from '../../pbx/for-each-concurrently.ts'
import { type Pbx, PbxFailure } from '../../pbx/pbx.ts'
import { pbxIntentsTable } from '../../pbx/pbx-tables.ts'
import type { Phones } from '../../phones.ts'
import { acquireIntents } from './acquire-intents.ts'
import { announceAccounts } from './changed-accounts.ts'
import { deleteIntents, findIntents, type PbxIntent } from './pbx-intent-store.ts'
import { mutexOf, newToken, repairPbx } from './repair-pbx.ts'
import { runExclusiveOnAll } from './run-exclusive-on-all.ts'

export interface PbxBulkChange<T> {
  /** Preconditions, checked in the first transaction. */
  check(db: TelephonyDb): Promise<void>
  /** Changes one extension in the PBX. */
  apply(pbx: Pbx, number: number): Promise<void>
  /** Runs in the last transaction, after the PBX has changed all of them. */
  commit(tx: TelephonyTransaction): Promise<T>
}

/** How many changes run at once. The PBX can store them together. */
const WIDTH = 16
/** Other servers consider intents abandoned that are not renewed: see acquire-intents.ts. */
const TOUCH_EVERY_MS = 5_000

/**
 * Like changePbx, for many extensions of an instance: all are changed, in the PBX and in the database, or none. Their
 * intents are acquired together, and deleted together in the transaction of the change.
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
  const names = places.map((place) => mutexOf(phones, place))
  return runExclusiveOnAll(names, async () => {
    const intents = await takeIntents(phones, places, change)
    const told: PbxIntent[] = []
    try {
      await updatePbx(phones, intents, told, change)
      return await phones.transact(instance.company_id, async (tx) => {
        // Another server considered this one dead and has repaired: the PBX does not have the change.
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
  await acquireIntents(phones, {
    companyId: places[0]!.company_id,
    refusal: 'Some of the extensions are being changed by somebody else; try again',
    check: change.check,
    async take({ db }) {
      // Their age counts from now, not from the start of waiting.
      const now = phones.clock.now()
      intents = places.map((place) => ({ ...place, created_at: now }))
      const others = await findIntents(db, intents)
      if (others.length === 0) await pbxIntentsTable.insertIfAbsent(db, intents)
      return others
    },
  })
  return intents
}

async function updatePbx<T>(
  { clock, pbx, transact }: Phones,
  intents: readonly PbxIntent[],
  told: PbxIntent[],
  change: PbxBulkChange<T>,
): Promise<void> {
  let touchedAt = clock.now()
  await forEachConcurrently(intents, WIDTH, async (intent) => {
    told.push(intent)
    await change.apply(pbx, intent.number)
    const now = clock.now()
    if (now - touchedAt < TOUCH_EVERY_MS) return
    touchedAt = now
    const { company_id, instance_uuid, token } = intent
    // Renews them: the work continues.
    await transact(company_id, ({ db }) =>
      pbxIntentsTable.updateWhere(db, { company_id, instance_uuid, token }, { created_at: now }),
    )
  })
}

/** Repairs what the PBX was told. What fails now is repaired later, thanks to the intent that remains. */
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
    await forEachConcurrently(
      told.filter(({ number }) => ours.has(number)),
      WIDTH,
      (intent) => repairPbx(phones, intent),
    )
    // Another server may have repaired before the PBX got our change, which must be undone, too.
    await forEachConcurrently(
      told.filter(({ number }) => !ours.has(number)),
      WIDTH,
      (intent) => repairWithNewIntent(phones, intent),
    )
  } catch (error) {
    log.warn({ err: error, domain: intents[0]!.domain }, 'the PBX will be repaired later')
  }
}

async function repairWithNewIntent(phones: Phones, intent: PbxIntent): Promise<void> {
  const place = { ...intent, token: newToken(phones) }
  const [taken] = await takeIntents(phones, [place], { check: async () => {} })
  await repairPbx(phones, taken!)
}
