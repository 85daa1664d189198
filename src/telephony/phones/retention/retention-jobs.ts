import type { BackgroundJobs } from '../../../platform/concurrency/background-jobs.ts'
import type { Identity } from '../../identity/identity.ts'
import { applyRetention, type DeletesOfOthers } from './apply-retention.ts'

const INTERVAL_MS = 3_600_000

export function startRetentionJobs(identity: Identity, work: BackgroundJobs, others: DeletesOfOthers): void {
  work.onLeader(INTERVAL_MS, 'deleting old calls and voicemail', () =>
    applyRetention(identity, others, work.stopping),
  )
}
