import type { Clock } from '../../../../platform/clock.ts'
import type { TelephonyDb } from '../../../telephony-platform.ts'
import { findCallingRules, sumSecondsByTrunk } from '../../calling-rules/calling-rules-store.ts'
import { findReachedLimit, type LimitName, type OutgoingCalls } from '../../pbx/may-call.ts'
import { trunksTable } from '../../trunks/trunks-table.ts'

export const LIMIT_WINDOW_MS = 24 * 3_600_000

interface Counted {
  readonly trunk: string
  readonly companyId: number
}

/**
 * One process at a time runs the calls, so it can count in memory, where two calls at the same moment cannot both be the
 * last one. Minutes are in the database, where they survive the process.
 */
export function createOutgoingCalls(db: TelephonyDb, clock: Clock): OutgoingCalls {
  const counted = new Map<string, Counted>()

  const count = (isMeant: (one: Counted) => boolean) => [...counted.values()].filter(isMeant).length

  /** `findReached` does not wait: what it returns is still true when the caller counts one more. */
  async function measure(trunkId: string) {
    const trunk = await trunksTable.findBy(db, { id: trunkId })
    if (!trunk) return undefined
    const { id, company_id: companyId } = trunk
    const rules = await findCallingRules(db, companyId)
    const now = clock.now()
    const seconds = await sumSecondsByTrunk(db, companyId, now - LIMIT_WINDOW_MS, now)
    const company = {
      limits: { calls: rules.max_calls, minutes: rules.max_minutes },
      seconds: [...seconds.values()].reduce((sum, one) => sum + one, 0),
    }
    const own = {
      limits: { calls: trunk.max_calls, minutes: trunk.max_minutes },
      seconds: seconds.get(id) ?? 0,
    }
    const useOf = (isMeant: (one: Counted) => boolean, used: number) => ({
      calls: count(isMeant),
      seconds: used,
    })
    return {
      companyId,
      findReached: () =>
        findReachedLimit(
          { limits: company.limits, use: useOf((one) => one.companyId === companyId, company.seconds) },
          { limits: own.limits, use: useOf((one) => one.trunk === id, own.seconds) },
        ),
    }
  }

  return {
    async admit(id, trunk) {
      const measured = await measure(trunk)
      const reached = measured?.findReached()
      if (measured && !reached) counted.set(id, { trunk, companyId: measured.companyId })
      return reached
    },
    async adopt(id, trunk) {
      const companyId = (await trunksTable.findBy(db, { id: trunk }))?.company_id
      if (companyId !== undefined) counted.set(id, { trunk, companyId })
    },
    release: (id) => void counted.delete(id),
    async listExhausted() {
      const exhausted: { id: string; limit: LimitName }[] = []
      for (const trunk of new Set([...counted.values()].map((one) => one.trunk))) {
        const limit = (await measure(trunk))?.findReached()
        if (limit !== 'company_minutes' && limit !== 'trunk_minutes') continue
        for (const [id, one] of counted) if (one.trunk === trunk) exhausted.push({ id, limit })
      }
      return exhausted
    },
  }
}
