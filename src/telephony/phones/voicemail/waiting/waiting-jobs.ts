import type { BackgroundJobs } from '../../../../platform/background-jobs.ts'
import type { Phones } from '../../phones.ts'
import { showWaiting } from './show-waiting.ts'
import { doubtShown, listCompaniesWaiting } from './waiting-store.ts'

/** Checks a flag; reads the database only if something may have changed. */
const TICK_MS = 200
/** Extensions change whenever a phone registers. */
const kinds: ReadonlySet<string> = new Set(['voicemail_message', 'extension'])

/** Message waiting: phones show the number of new messages, from the arrival of one until it is read or deleted. */
export function startWaitingJobs(phones: Phones, work: BackgroundJobs): void {
  const { database, follower, pbx } = phones
  const { showWaiting: show } = pbx
  if (!show) return
  const changed = new Set<number>()
  let isUnsure = true
  follower.on('changed', ({ tenant, payload }) => {
    if (kinds.has(payload.kind)) changed.add(tenant)
  })
  follower.onSkip((tenant) => void changed.add(tenant))
  // A new connection: the PBX may have been started again.
  pbx.listen(({ kind }) => {
    if (kind === 'callsInProgress') isUnsure = true
  })
  work.onLeader(TICK_MS, 'showing how many messages are waiting', async () => {
    if (isUnsure) {
      isUnsure = false
      await database.write(0, { work: ({ db }) => doubtShown(db) })
      for (const company of await listCompaniesWaiting(database.read)) changed.add(company)
    }
    for (const company of [...changed]) {
      changed.delete(company)
      await showWaiting(phones, show, company).catch((error) => {
        changed.add(company)
        throw error
      })
    }
  })
}
