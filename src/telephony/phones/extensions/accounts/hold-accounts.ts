import { setTimeout as pause } from 'node:timers/promises'
import type { HeldEntry } from '../../../../platform/outbox/outbox-writer.ts'
import { conflict } from '../../../problem.ts'
import type { TelephonyDb, TelephonyTransaction } from '../../../telephony-platform.ts'
import type { Phones } from '../../phones.ts'
import { type AccountsOfInstance, matchPbx, subjectsOf } from './match-pbx.ts'

/** How long to wait for one change of the same extensions by another server, and for all of them. */
const TIMEOUT_MS = 3_000
const TOTAL_TIMEOUT_MS = 20_000
const POLL_INTERVAL_MS = 25
/** When the worker tries after the request has. */
const RETRY_MS = 1_000

export interface HoldRequest<T> {
  readonly companyId: number
  /** what the client is told if others do not finish */
  readonly refusal: string
  /** Whose accounts will change. */
  concerned(db: TelephonyDb): Promise<readonly AccountsOfInstance[]>
  /** Runs before the entry is stored, in the same transaction, when nobody else changes the accounts. */
  work(tx: TelephonyTransaction, accounts: readonly AccountsOfInstance[]): Promise<T>
}

/** Accounts that only this request changes, in all servers. */
export interface HeldAccounts {
  readonly accounts: readonly AccountsOfInstance[]
  readonly entry: HeldEntry
}

interface Begun<T> {
  readonly result: T
  /** undefined: the change concerns no accounts */
  readonly held: HeldAccounts | undefined
}

/**
 * Waits until nobody else changes these accounts, and commits an entry of the outbox that makes the PBX match the
 * database. During `use` this request holds the entry: no worker attempts it, and no other request gets its accounts.
 */
export async function holdAccounts<T, Result>(
  phones: Phones,
  request: HoldRequest<T>,
  use: (begun: Begun<T>) => Promise<Result>,
): Promise<Result> {
  const begun = await begin(phones, request)
  const stopRenewing = begun.held && phones.outbox.renew(begun.held.entry)
  try {
    return await use(begun)
  } finally {
    stopRenewing?.()
  }
}

async function begin<T>(
  { database, outbox, transact }: Phones,
  { companyId, refusal, concerned, work }: HoldRequest<T>,
): Promise<Begun<T>> {
  const begunAt = performance.now()
  const entries = { tenant_id: companyId, kind: 'pbx_accounts' } as const
  for (;;) {
    const begun = await transact(companyId, async (tx) => {
      const accounts = await concerned(tx.db)
      const holders = await outbox.listHolders(tx.db, entries, accounts, subjectsOf)
      if (holders.length > 0) return { holders, accounts }
      const result = await work(tx, accounts)
      if (accounts.length === 0) return { result, held: undefined }
      const entry = await tx.outbox.hold('pbx_accounts', accounts, subjectsOf)
      return { result, held: { accounts, entry } }
    })
    if (begun.holders === undefined) return begun
    const { holders, accounts } = begun
    const since = performance.now()
    let now = since
    do {
      const isLate = now - since > TIMEOUT_MS || now - begunAt > TOTAL_TIMEOUT_MS
      if (isLate && !outbox.isOwn(holders[0]!)) throw conflict(refusal)
      // With jitter.
      await pause(POLL_INTERVAL_MS * (0.5 + Math.random()))
      now = performance.now()
    } while ((await outbox.listHolders(database.read, entries, accounts, subjectsOf)).includes(holders[0]!))
  }
}

/** Makes the PBX match the database now or, if it fails, soon. */
export async function matchHeld(phones: Phones, { accounts, entry }: HeldAccounts): Promise<void> {
  const { clock, log, transact } = phones
  const companyId = entry.tenant_id
  try {
    const isMatched = await matchPbx(phones, companyId, accounts).then(
      () => true,
      (error) =>
        log.warn({ err: error, accounts }, 'the PBX does not match the database; trying again later'),
    )
    await transact(companyId, async ({ outbox }) => {
      const isOurs = await (isMatched ? outbox.settle(entry) : outbox.release(entry, clock.now() + RETRY_MS))
      // Others have continued, perhaps before the PBX got our change: match it once more.
      if (!isOurs) await outbox.add('pbx_accounts', { payload: accounts })
    })
  } catch (error) {
    log.warn({ err: error, accounts }, 'the PBX will match the database when the claim has expired')
  }
}
