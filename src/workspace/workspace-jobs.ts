import type { ChatEvent } from '../chat/chat-event-map.ts'
import { createBackgroundJobs } from '../platform/concurrency/background-jobs.ts'
import { AccountSync } from './accounts/sync-accounts.ts'
import { carryEvents } from './bridge/carry-events.ts'
import { StatusSync } from './bridge/share-status.ts'
import { concernsShownCalls, correctShownCalls } from './bridge/show-call.ts'
import { InvitationSync } from './invitations/sync-invitations.ts'
import type { Workspace } from './workspace.ts'

const ALL_EVERY_MS = 600_000
/** While many events happen. */
const INTERVAL_MS = 500
/** While anything is written. */
const CORRECT_EVERY_MS = 60_000

/** Starts the background jobs of a server. */
export function startWorkspaceJobs(workspace: Workspace): { stop(): Promise<void> } {
  const work = createBackgroundJobs(workspace.log, workspace.leadership)
  const accounts = new AccountSync(workspace)
  const invitations = new InvitationSync(workspace)
  const statuses = new StatusSync(workspace)
  let comparedAt = Number.NEGATIVE_INFINITY
  let areCallsWrong = false
  work.every(1_000, 'syncing accounts and invitations', async () => {
    if (!workspace.leadership.isLeader) {
      comparedAt = Number.NEGATIVE_INFINITY
      accounts.forget()
      statuses.forget()
      return invitations.forget()
    }
    const now = workspace.clock.now()
    if (now - comparedAt >= ALL_EVERY_MS) {
      await accounts.runAll(work.stopping)
      await invitations.runAll()
      await statuses.runAll(work.stopping)
      comparedAt = now
    }
    await accounts.run()
    await invitations.run()
  })
  const wake = work.onWake(INTERVAL_MS, 'carrying events between chat and phones', async () => {
    await statuses.run()
    while (await carryEvents(workspace, work.stopping)) {}
    if (!areCallsWrong) return
    areCallsWrong = false
    await correctShownCalls(workspace)
  })
  workspace.follower.listen((event) => {
    areCallsWrong ||= concernsShownCalls(event)
    wake()
  })
  workspace.telephony.follower.listen(wake)
  for (const { onForeignEvents, onSkip } of [workspace.follower, workspace.telephony.follower]) {
    onSkip(wake)
    onForeignEvents(wake)
  }
  const correct = work.onWake(CORRECT_EVERY_MS, 'correcting statuses of calls', () =>
    correctShownCalls(workspace),
  )
  for (const { database } of [workspace, workspace.telephony]) database.onWrite(correct)
  return work
}

/** Whether the leader must compare an account, an invitation or a status after this event. */
export const concernsWorkspace = (event: ChatEvent): boolean =>
  ['realm_user', 'account_link_changed', 'invites_changed', 'user_status'].includes(event.type) ||
  concernsShownCalls(event)
