import type { BackgroundJobs } from '../../platform/concurrency/background-jobs.ts'
import type { TelephonyPlatform } from '../telephony-platform.ts'
import { correctCallStatuses } from './note-call-status.ts'
import { deleteStrayStatuses, listNotedCalls } from './user-status-store.ts'

/** Corrects statuses after extensions or users have changed without a call event. */
export async function startUserStatusJobs(platform: TelephonyPlatform, work: BackgroundJobs): Promise<void> {
  const { database, leadership, follower } = platform
  const extensionsChanged = new Set<number>()
  const contactsChanged = new Set<number>()
  let isNewLeader = false
  follower.on('changed', ({ tenant, payload: { kind } }) => {
    if (kind === 'extension' || kind === 'contact') extensionsChanged.add(tenant)
    if (kind === 'contact') contactsChanged.add(tenant)
  })
  follower.onSkip((companyId) => {
    extensionsChanged.add(companyId)
    contactsChanged.add(companyId)
  })
  leadership.whileLeader(
    () => {
      isNewLeader = true
    },
    () => {},
  )
  work.onLeader(1000, 'correcting call statuses', async () => {
    if (isNewLeader) {
      // The previous leader may have missed the end of calls.
      for (const { company_id: companyId } of await listNotedCalls(database.read)) {
        extensionsChanged.add(companyId)
      }
      isNewLeader = false
    }
    for (const companyId of takeAll(extensionsChanged)) await correctCallStatuses(platform, companyId)
    for (const companyId of takeAll(contactsChanged)) {
      await database.write(companyId, { work: ({ db }) => deleteStrayStatuses(db, companyId) })
    }
  })
}

function takeAll(set: Set<number>): number[] {
  const items = [...set]
  set.clear()
  return items
}
