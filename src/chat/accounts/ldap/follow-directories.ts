import { secondsOf } from '../../../platform/clock.ts'
import type { BackgroundJobs } from '../../../platform/concurrency/background-jobs.ts'
import { createFairSemaphore, type FairSemaphore } from '../../../platform/concurrency/fair-semaphore.ts'
import { directoriesTable } from '../../identity/directories/directory-tables.ts'
import type { Messages } from '../../messages/messages.ts'
import { ldapKey } from './ldap-settings.ts'
import { syncLdap } from './sync-ldap.ts'

const PAUSE_MS = 1000
/** Each holds the people of a directory in memory, and a slow one waits for the network most of the time. */
const MAX_SYNCS_AT_ONCE = 20

/** A job for each directory: a slow one delays only itself. */
export function followDirectories(chat: Messages, work: BackgroundJobs): void {
  const turns = createFairSemaphore({ atOnce: MAX_SYNCS_AT_ONCE, waiting: 1 })
  const jobs = new Map<number, () => void>()
  const find = work.onWake(PAUSE_MS, 'finding directories that are due', async () => {
    const now = secondsOf(chat.clock)
    for (const row of await directoriesTable.list(chat.database.read, { directory: 'ldap' })) {
      const { realm_id: realmId, due_at: dueAt } = row
      if (dueAt === null) continue
      const known = jobs.get(realmId)
      const wake =
        known ??
        work.onWake(PAUSE_MS, `following the directory of organization ${realmId}`, () =>
          syncWhenDue(chat, realmId, turns, work.stopping),
        )
      jobs.set(realmId, wake)
      if (!known || dueAt <= now) wake()
    }
  })
  chat.follower.on('realm_changed', find)
}

/** Returns when the next sync is due, in epoch milliseconds. */
async function syncWhenDue(
  chat: Messages,
  realmId: number,
  turns: FairSemaphore,
  stopping: AbortSignal,
): Promise<number | undefined> {
  const findDue = async () =>
    (await directoriesTable.find(chat.database.read, ldapKey(realmId)))?.due_at ?? null
  const dueAt = await findDue()
  if (dueAt === null) return undefined
  const realm = await chat.realmsById.require(realmId)
  if (realm.deactivated) return undefined
  if (dueAt > secondsOf(chat.clock)) return dueAt * 1000
  const release = await turns.acquire(`${realmId}`)
  try {
    if (stopping.aborted) return undefined
    await syncLdap(chat, realm, { stopping })
  } finally {
    release()
  }
  const next = await findDue()
  return next === null ? undefined : next * 1000
}
