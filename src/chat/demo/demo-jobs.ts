import { createBackgroundJobs } from '../../platform/concurrency/background-jobs.ts'
import { findUserByEmail } from '../identity/users/user-store.ts'
import type { People } from '../people/people.ts'
import { PRESENCE_PING_SECONDS } from '../people/presence/get-presences.ts'
import { reportPresence } from '../people/presence/report-presence.ts'
import { onlineAtDemo } from './fill-demo-organization.ts'

/**
 * Keeps some of the demo people online as long as the server runs. Nobody sits at their windows, which would report it
 * every minute.
 */
export async function startDemoJobs(chat: People): Promise<{ stop(): Promise<void> }> {
  const work = createBackgroundJobs(chat.log, chat.leadership, chat.clock)
  const report = () => reportDemoPresences(chat)
  work.onLeader(PRESENCE_PING_SECONDS * 1000, 'keeping the demo people online', report)
  await report()
  return work
}

async function reportDemoPresences(chat: People): Promise<void> {
  const realm = await chat.realmsByHost.get('')
  if (!realm) return
  for (const name of onlineAtDemo) {
    const user = await findUserByEmail(chat.database.read, realm.id, `${name}@example.com`)
    if (user?.is_active) await reportPresence(chat, { realm, user }, 'website', 'active')
  }
}
