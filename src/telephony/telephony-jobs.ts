import { createBackgroundJobs } from '../platform/concurrency/background-jobs.ts'
import { deleteOldFailures } from '../platform/outbox/outbox.ts'
import { deleteOldEntries } from './company/audit/delete-old-entries.ts'
import { forwardEntries } from './company/audit/forward-entries.ts'
import { handleInvitationMails } from './company/invitations/mail-invitation.ts'
import { startSocketJobs } from './events/sockets/socket-jobs.ts'
import { startWebhookJobs } from './events/webhooks/webhook-jobs.ts'
import { deleteOldFaxes } from './fax/delete-old-faxes.ts'
import { startFaxJobs } from './fax/fax-jobs.ts'
import { startFileJobs } from './files/file-jobs.ts'
import { retryKeysTable } from './http/retry-keys-table.ts'
import { isPromptOfMenu } from './phones/call-routes/call-route-store.ts'
import { startLimitJobs } from './phones/calls/limits/limit-jobs.ts'
import { startRecordingJobs } from './phones/calls/recordings/recording-jobs.ts'
import { startImportJobs } from './phones/imports/background/import-jobs.ts'
import { startParkingJobs } from './phones/parking/parking-jobs.ts'
import { startPbxJobs } from './phones/pbx-jobs.ts'
import { isPromptOfGreeting } from './phones/prompts/greeting-store.ts'
import { isPromptOfName } from './phones/prompts/name-tables.ts'
import { startPromptJobs } from './phones/prompts/prompt-jobs.ts'
import { isPromptOfEverybody } from './phones/prompts/speech-store.ts'
import { startQueueJobs } from './phones/queues/queue-jobs.ts'
import { startRetentionJobs } from './phones/retention/retention-jobs.ts'
import { startTrunkJobs } from './phones/trunks/trunk-jobs.ts'
import { startVoicemailJobs } from './phones/voicemail/voicemail-jobs.ts'
import { startWaitingJobs } from './phones/voicemail/waiting/waiting-jobs.ts'
import { startUserStatusJobs } from './status/user-status-jobs.ts'
import type { Telephony } from './telephony.ts'
import { deleteOldTexts } from './texting/messages/delete-old-texts.ts'
import { startTextingJobs } from './texting/texting-jobs.ts'

/** A client that has not tried again for a day will not. */
const RETRY_MS = 86_400_000

/** How long a lost Redis message can delay the work of the leader. */
const CHECK_ALL_TENANTS_MS = 5_000

/** Starts the background jobs of a server. Commands do not run them. */
export async function startTelephonyJobs(telephony: Telephony): Promise<{ stop(): Promise<void> }> {
  const { clock, database, leadership, follower, isAlone, log, pbx } = telephony
  const work = createBackgroundJobs(log, leadership, clock)
  if (!isAlone) {
    database.onWrite(
      work.onWake(CHECK_ALL_TENANTS_MS, 'looking for missed events', () => follower.checkAllTenants()),
    )
  }
  work.every(15_000, 'saving the last use of API keys', () => telephony.keyUse.flush())
  work.onLeader(3_600_000, 'deleting old idempotency keys', () =>
    database.write(0, {
      work: ({ db }) => retryKeysTable.removeBefore(db, 'created_at', clock.now() - RETRY_MS),
    }),
  )
  const terms = [await startPbxJobs(telephony)]
  await startSocketJobs(telephony, work)
  handleInvitationMails(telephony)
  forwardEntries(telephony)
  terms.unshift(await startTextingJobs(telephony, work), await startFaxJobs(telephony, work))
  await startFileJobs(telephony, work)
  startVoicemailJobs(telephony, work)
  startWaitingJobs(telephony, work)
  startRecordingJobs(telephony, work)
  startPromptJobs(telephony, work, [isPromptOfGreeting, isPromptOfMenu, isPromptOfName, isPromptOfEverybody])
  startTrunkJobs(telephony, work)
  startImportJobs(telephony, work)
  startRetentionJobs(telephony, work, { texts_days: deleteOldTexts, faxes_days: deleteOldFaxes })
  startLimitJobs(telephony, work)
  startQueueJobs(telephony, work)
  startParkingJobs(telephony, work)
  await startUserStatusJobs(telephony, work)
  startWebhookJobs(telephony, work)
  work.onLeader(3_600_000, 'deleting old entries of the audit trail', () => deleteOldEntries(telephony))
  work.onLeader(3_600_000, 'deleting old failures', () => deleteOldFailures(database, clock))
  await telephony.outbox.start()
  return {
    async stop() {
      // Attempts end when the lines close, or are waited for.
      const isIdle = telephony.outbox.stop()
      for (const term of terms) await term.stop()
      await isIdle
      await work.stop()
      await pbx.close()
      await telephony.keyUse.flush()
    },
  }
}
