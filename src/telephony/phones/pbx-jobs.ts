import { type LeaderTask, startLeaderTask } from '../../platform/nodes/leader-task.ts'
import { readChangedAccount } from './extensions/accounts/changed-accounts.ts'
import { handlePbxAccounts } from './extensions/accounts/match-pbx.ts'
import { createEventNotes } from './note-pbx-events.ts'
import type { Phones } from './phones.ts'

/** One server listens to the PBX: two could store the events of a phone in different orders. */
export async function startPbxJobs(phones: Phones): Promise<LeaderTask> {
  const { leadership, follower, isAlone, log, pbx } = phones
  handlePbxAccounts(phones)
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
    },
    async end() {
      await pbx.stop()
      await settle()
    },
  })
  // Skipped events may have been about any account.
  follower.onSkip(() => pbx.look())
  return term
}
