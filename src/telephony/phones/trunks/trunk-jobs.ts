import type { BackgroundJobs } from '../../../platform/concurrency/background-jobs.ts'
import type { Phones } from '../phones.ts'
import { recognizeProviders } from './recognize-providers.ts'
import { syncTrunks, syncTrunksNow } from './sync-trunks.ts'

const INTERVAL_MS = 5000
/** Providers seldom change their addresses. */
const LOOKUP_INTERVAL_MS = 300_000
/** What emergency calls depend on, besides trunks. */
const kinds = new Set(['company', 'location'])

/** The PBX gets what it has missed: after a crash, or while it was down. */
export function startTrunkJobs(phones: Phones, work: BackgroundJobs): void {
  work.onLeader(INTERVAL_MS, 'giving the PBX its trunks', () => syncTrunks(phones))
  work.onLeader(LOOKUP_INTERVAL_MS, 'looking up the addresses of providers', () => recognizeProviders(phones))
  phones.follower.on('changed', ({ payload }) => {
    if (!phones.leadership.isLeader) return
    if (kinds.has(payload.kind)) void syncTrunksNow(phones)
    if (payload.kind !== 'trunk') return
    recognizeProviders(phones).catch((error) =>
      phones.log.warn({ err: error }, 'the addresses of providers could not be looked up; trying again'),
    )
  })
}
