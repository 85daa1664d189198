import { setTimeout as pause } from 'node:timers/promises'
import { conflict, Problem } from '../../problem.ts'
import type { TelephonyDb, TelephonyPlatform, TelephonyTransaction } from '../../telephony-platform.ts'
import type { Phones } from '../phones.ts'
import type { PbxIntent } from './pbx-intent-store.ts'
import { repairForeign } from './repair-pbx.ts'

/** Longer than a PBX may take to answer: whoever has an intent for so long without a sign of life is dead. */
const IN_PROGRESS_MS = 15_000
/** So long we wait for another server that is at the same extension, and so long for all who come before us. */
const PATIENCE_MS = 3000
const MOST_PATIENCE_MS = 20_000
const LOOK_AGAIN_MS = 25

export interface IntentTaking {
  readonly companyId: number
  readonly refusal: string
  /** What must hold: looked at in the transaction that takes the intents. */
  check(db: TelephonyDb): Promise<void>
  /** Takes all of them, or none: then those of others that are in the way. */
  take(tx: TelephonyTransaction): Promise<readonly PbxIntent[]>
}

/**
 * Waits until nobody else is at the extensions, and takes their intents. The company's turn comes first in the
 * transaction, so that what others have committed is seen by the check, and nobody waits in a circle.
 */
export async function holdIntents(phones: Phones, taking: IntentTaking): Promise<void> {
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
      await repairForeign(phones, other).catch((error) => {
        throw new Problem(502, `The PBX backend failed: ${(error as Error).message}`)
      })
    }
    const now = performance.now()
    const tokens = others.map(({ token }) => token).join()
    if (tokens !== before.tokens) before = { tokens, since: now }
    if (now - before.since > PATIENCE_MS || now - begun > MOST_PATIENCE_MS) throw conflict(taking.refusal)
    // Not in step with others who wait.
    await pause(LOOK_AGAIN_MS * (0.5 + Math.random()))
  }
}

/** When it is our turn, what this server had begun has ended. */
const isLeftBehind = ({ nodeId }: TelephonyPlatform, { token, created_at: at }: PbxIntent, now: number) =>
  token.startsWith(nodeId) || now - at > IN_PROGRESS_MS
