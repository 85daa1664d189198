import { setTimeout as pause } from 'node:timers/promises'
import { conflict, Problem } from '../../../problem.ts'
import type { TelephonyDb, TelephonyPlatform, TelephonyTransaction } from '../../../telephony-platform.ts'
import type { Phones } from '../../phones.ts'
import type { PbxIntent } from './pbx-intent-store.ts'
import { repairAbandoned } from './repair-pbx.ts'

/** Longer than a PBX may take to respond: an intent of this age was left by a dead process. */
const IN_PROGRESS_MS = 15_000
/** How long to wait for one other server at the same extension, and for all of them. */
const TIMEOUT_MS = 3000
const TOTAL_PATIENCE_MS = 20_000
const LOOK_AGAIN_MS = 25

export interface IntentRequest {
  readonly companyId: number
  readonly refusal: string
  /** Preconditions, checked in the transaction that acquires the intents. */
  check(db: TelephonyDb): Promise<void>
  /** Acquires all intents and returns none, or returns the conflicting ones. */
  take(tx: TelephonyTransaction): Promise<readonly PbxIntent[]>
}

/**
 * Waits until no other change of the extensions is in flight, and acquires their intents. The transaction locks the
 * company first, so that the check sees all commits, and there are no deadlocks.
 */
export async function acquireIntents(phones: Phones, taking: IntentRequest): Promise<void> {
  const { clock, transact } = phones
  const begun = performance.now()
  let before = { tokens: '', since: begun }
  for (;;) {
    const others = await transact(taking.companyId, async (tx) => {
      await taking.check(tx.db)
      return taking.take(tx)
    })
    if (others.length === 0) return
    for (const other of others.filter((one) => isLeftBehind(phones, one, clock.now()))) {
      await repairAbandoned(phones, other).catch((error) => {
        throw new Problem(502, `The PBX backend failed: ${(error as Error).message}`)
      })
    }
    const now = performance.now()
    const tokens = others.map(({ token }) => token).join()
    if (tokens !== before.tokens) before = { tokens, since: now }
    if (now - before.since > TIMEOUT_MS || now - begun > TOTAL_PATIENCE_MS) throw conflict(taking.refusal)
    // With jitter.
    await pause(LOOK_AGAIN_MS * (0.5 + Math.random()))
  }
}

/** An intent of this server is abandoned, since this call holds the mutex. */
const isLeftBehind = ({ nodeId }: TelephonyPlatform, { token, created_at: at }: PbxIntent, now: number) =>
  token.startsWith(nodeId) || now - at > IN_PROGRESS_MS
