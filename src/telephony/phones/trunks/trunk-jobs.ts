import type { BackgroundJobs } from '../../../platform/concurrency/background-jobs.ts'
import type { Phones } from '../phones.ts'
import { syncTrunks, syncTrunksNow } from './sync-trunks.ts'

const INTERVAL_MS = 5000
/** What emergency calls depend on, besides trunks. */
const kinds = new Set(['company', 'location'])

/** The PBX gets what it has missed: after a crash, or while it was down. */
export function startTrunkJobs(phones: Phones, work: BackgroundJobs): void {
  work.onLeader(INTERVAL_MS, 'giving the PBX its trunks', () => syncTrunks(phones))
  phones.follower.on('changed', ({ payload }) => {
    if (phones.leadership.isLeader && kinds.has(payload.kind)) void syncTrunksNow(phones)
  })
}
