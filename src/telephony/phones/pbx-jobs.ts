import type { BackgroundJobs } from '../../platform/concurrency/background-jobs.ts'
import { type LeaderTask, startLeaderTask } from '../../platform/nodes/leader-task.ts'
import { readChangedAccount } from './extensions/accounts/changed-accounts.ts'
import { repairLeftovers } from './extensions/accounts/repair-pbx.ts'
import { createEventNotes } from './note-pbx-events.ts'
import type { Phones } from './phones.ts'

/** Changes in flight are younger. */
const LEFT_BEHIND_MS = 30_000

/**
 * One server listens to the PBX: two could store the events of a phone in different orders. The same server repairs
 * what others have left behind.
 */
export async function startPbxJobs(phones: Phones, work: BackgroundJobs): Promise<LeaderTask> {
  const { leadership, follower, isAlone, log, pbx } = phones
  const { note, settle } = createEventNotes(phones)
  pbx.listen(note)
  follower.on('changed', (event) => {
    const account = readChangedAccount(event)
    if (account) pbx.look(account)
  })
  const term = await startLeaderTask(leadership, log, 'listening to the PBX', {
    async begin() {
      // First, since from then on this server learns of every account that another one changes.
      if (!isAlone) await follower.checkAllTenants()
      await pbx.start()
      // Intents of a dead process. If this server is alone, all of them are abandoned.
      await repairLeftovers(phones, isAlone ? 0 : LEFT_BEHIND_MS).catch((error) =>
        log.warn({ err: error }, 'the PBX could not be repaired; trying again'),
      )
    },
    async end() {
      await pbx.stop()
      await settle()
    },
  })
  // Skipped events may have been about any account.
  follower.onSkip(() => pbx.look())
  work.onLeader(5_000, 'repairing the PBX', () => repairLeftovers(phones, LEFT_BEHIND_MS))
  return term
}
