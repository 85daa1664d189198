import type { BackgroundJobs } from '../../platform/concurrency/background-jobs.ts'
import type { TelephonyPlatform } from '../telephony-platform.ts'
import { correctCallStatuses } from './note-call-status.ts'
import { clearUserStatus } from './save-user-status.ts'
import {
  deleteStrayStatuses,
  findNextClearing,
  listDueClearings,
  listNotedCalls,
} from './user-status-store.ts'

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
  startClearing(platform, work)
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

const CLEAR_PAUSE_MS = 250
const CLEARED_AT_ONCE = 200

/** Clears statuses at the time that their owners have chosen. Changes of a status tell when to look again. */
function startClearing(platform: TelephonyPlatform, work: BackgroundJobs): void {
  const { clock, database, follower, isAlone } = platform
  const wake = work.onWake(CLEAR_PAUSE_MS, 'clearing statuses', async () => {
    const due = await listDueClearings(database.read, clock.now(), CLEARED_AT_ONCE)
    for (const { company_id: companyId, user_id: userId } of due) {
      await clearUserStatus(platform, companyId, userId)
    }
    return findNextClearing(database.read)
  })
  follower.on('changed', ({ payload: { kind } }) => {
    if (kind === 'user_status') wake()
  })
  follower.onSkip(wake)
  // With several servers, an event may arrive late.
  if (!isAlone) database.onWrite(wake)
}

function takeAll(set: Set<number>): number[] {
  const items = [...set]
  set.clear()
  return items
}
