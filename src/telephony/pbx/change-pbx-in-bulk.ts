import { randomUUID } from 'node:crypto'
import { inTurn } from '../../platform/in-turn.ts'
import type { Instance } from '../instances/instance.ts'
import { conflict, Problem } from '../problem.ts'
import type { Telephony, TelephonyDb, TelephonyTransaction } from '../telephony.ts'
import { type Pbx, PbxFailure } from './pbx.ts'
import { deleteIntents, findIntents, insertIntents, touchIntents } from './pbx-bulk-intent-store.ts'
import type { PbxIntent } from './pbx-intent-store.ts'
import { repairPbx } from './repair-pbx.ts'
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
/** Longer than a PBX may take to answer: see change-pbx.ts. */
const IN_PROGRESS_MS = 15_000
/** Other processes take intents for dead that have not been touched for 30 seconds. */
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
  const names = numbers.map((number) => `${instance.uuid}:${number}`)
  return inAllTurns(names, async () => {
    const token = randomUUID()
    const now = telephony.clock.now()
    const intents = numbers.map((number) => ({
      company_id: instance.company_id,
      instance_uuid: instance.uuid,
      number,
      domain: instance.domain,
      token,
      created_at: now,
    }))
    await takeIntents(telephony, intents, change)
    const told: PbxIntent[] = []
    try {
      await tellPbx(telephony, intents, told, change)
      return await telephony.transact(instance.company_id, async (tx) => {
        // Another process took this one for dead and has repaired: then the PBX has not got the change.
        if ((await deleteIntents(tx.db, intents)) < intents.length) {
          throw new PbxFailure('The change was interrupted')
        }
        return change.commit(tx)
      })
    } catch (error) {
      await undo(telephony, intents, told)
      if (error instanceof PbxFailure) throw new Problem(502, `The PBX backend failed: ${error.message}`)
      throw error
    }
  })
}

/**
 * Holds the turns of all the extensions during the work. Whoever wants several of them queues for all at the
 * same moment, so two who want the same ones never wait for each other.
 */
async function inAllTurns<T>(names: readonly string[], work: () => Promise<T>): Promise<T> {
  let release = () => {}
  const done = new Promise<void>((resolve) => {
    release = resolve
  })
  const turns = names.map(
    (name) =>
      new Promise<void>((come) => {
        void inTurn(name, () => {
          come()
          return done
        })
      }),
  )
  try {
    await Promise.all(turns)
    return await work()
  } finally {
    release()
  }
}

async function takeIntents<T>(
  telephony: Telephony,
  intents: readonly PbxIntent[],
  change: PbxBulkChange<T>,
): Promise<void> {
  const { clock, database } = telephony
  const { company_id: companyId } = intents[0]!
  const take = () =>
    database.write(companyId, {
      async work({ db }) {
        await change.check(db)
        const others = await findIntents(db, intents)
        if (others.length === 0 && (await insertIntents(db, intents)) < intents.length) {
          throw conflict('Some of the extensions are being changed by somebody else; try again')
        }
        return others
      },
    })
  const others = await take()
  // Left behind by a failure: put that right first. Or another process is at it.
  for (const other of others.filter((one) => clock.now() - one.created_at > IN_PROGRESS_MS)) {
    await repairPbx(telephony, other).catch((error) => {
      throw new Problem(502, `The PBX backend failed: ${(error as Error).message}`)
    })
  }
  if (others.length > 0 && (await take()).length > 0) {
    throw conflict('Some of the extensions are being changed by somebody else; try again')
  }
}

async function tellPbx<T>(
  { clock, database, pbx }: Telephony,
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
    await database.write(intent.company_id, { work: ({ db }) => touchIntents(db, intent, now) })
  })
}

/** What the PBX was not told needs no repair. What cannot be undone now is undone later, by the intent that stays. */
async function undo(
  telephony: Telephony,
  intents: readonly PbxIntent[],
  told: readonly PbxIntent[],
): Promise<void> {
  const { database, log } = telephony
  try {
    const untold = intents.slice(told.length)
    await database.write(intents[0]!.company_id, { work: ({ db }) => deleteIntents(db, untold) })
    await workThrough(told, WIDTH, (intent) => repairPbx(telephony, intent))
  } catch (error) {
    log.warn({ err: error, domain: intents[0]!.domain }, 'the PBX will be repaired later')
  }
}
