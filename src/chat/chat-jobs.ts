import { secondsOf } from '../platform/clock.ts'
import { type BackgroundJobs, createBackgroundJobs } from '../platform/concurrency/background-jobs.ts'
import { deleteOldFailures } from '../platform/outbox/outbox.ts'
import { handleErasures } from './accounts/erasure/erase-person.ts'
import { followDirectories } from './accounts/ldap/follow-directories.ts'
import { startSignInJobs } from './accounts/sign-in-jobs.ts'
import { handleOutgoingWebhooks } from './bots/outgoing-webhooks/post-to-service.ts'
import type { Chat } from './chat.ts'
import { checkStreams } from './events/event-queues/check-streams.ts'
import {
  collectDeadQueues,
  dropDeadQueues,
  pruneEventLog,
} from './events/event-queues/collect-dead-queues.ts'
import { sendHeartbeats } from './events/event-queues/send-heartbeats.ts'
import { storeQueueProgress } from './events/event-queues/store-queue-progress.ts'
import { pictureAddress, pictureFile } from './files/pictures/public-picture.ts'
import { attachmentsTable } from './files/uploads/attachments-table.ts'
import { deleteExpiredMessages } from './history/delete-expired-messages.ts'
import { countStatistics } from './history/statistics/count-statistics.ts'
import { countStreamTraffic } from './history/traffic/count-stream-traffic.ts'
import { deleteOldEntries } from './identity/audit/delete-old-entries.ts'
import { forwardEntries } from './identity/audit/forward-entries.ts'
import { realmsTable } from './identity/realms/realm.ts'
import { isAvatarInUse } from './identity/users/user-store.ts'
import { isPictureOfEmoji } from './markdown/custom-emoji/realm-emoji-store.ts'
import { removeUnclaimed } from './messages/attachments/delete-attachment.ts'
import { startInboundMail } from './messages/inbound-mail/start-inbound-mail.ts'
import { handleMoves } from './messages/message-edits/resume-moves.ts'
import { sendKeysTable } from './messages/messages-table.ts'
import { reminderSource } from './messages/reminders/send-reminder.ts'
import { DueWork } from './messages/scheduled-messages/due-work.ts'
import { scheduledMessageSource } from './messages/scheduled-messages/send-scheduled-message.ts'
import { indexMessages } from './messages/search-index/index-messages.ts'
import { startNotificationJobs } from './notifications/notification-jobs.ts'
import { handleExports } from './organization/export/make-exports.ts'
import { deleteExpiredExports } from './organization/export/order-person-export.ts'
import { isFileOfExport } from './organization/export/realm-export-store.ts'
import { deleteOldPeopleImports } from './organization/people-import/order-people-import.ts'
import { handlePeopleImports } from './organization/people-import/run-people-import.ts'
import { storePresences } from './people/presence/store-presences.ts'
import { statusClearingSource } from './people/user-status/clear-person-status.ts'

const INTERVAL_MS = 3_600_000
/** The sweep visits every file. */
const SWEEP_EVERY_MS = 6 * 3_600_000
/** Uploads in flight are younger. */
const LEFT_BEHIND_MS = 3_600_000

function startUploadJobs(chat: Chat, work: BackgroundJobs): void {
  work.onLeader(INTERVAL_MS, 'removing unlinked files', () => removeUnclaimed(chat))
  work.onLeader(SWEEP_EVERY_MS, 'removing content of deleted files', () => collectUploads(chat))
  work.every(INTERVAL_MS, 'evicting unused local copies', () => chat.contents.tidy())
}

/** Deletes content without a row: of deleted files, and of uploads whose process died before it wrote the row. */
export async function collectUploads(chat: Chat): Promise<void> {
  const { clock, contents, database } = chat
  const db = database.read
  const sweep = (kind: string, isKnown: (realmId: number, name: string) => Promise<boolean>) =>
    contents.removeLeftovers(kind, clock.now() - LEFT_BEHIND_MS, (tenant, name) =>
      isKnown(Number(tenant), name),
    )
  const isUpload = (realmId: number, token: string) =>
    attachmentsTable.exists(db, { realm_id: realmId, token })
  await sweep('uploads', isUpload)
  await sweep('thumbnails', (realmId, name) => isUpload(realmId, name.slice(0, 32)))
  await sweep('avatars', (realmId, name) =>
    isAvatarInUse(db, realmId, pictureAddress('avatars', realmId, name.replace('-medium', ''))),
  )
  await sweep('emoji', (realmId, name) =>
    isPictureOfEmoji(db, realmId, pictureAddress('emoji', realmId, name)),
  )
  await sweep('realm-icons', async (realmId, name) => {
    const icon = (await realmsTable.find(db, { id: realmId }))?.icon_url ?? null
    return icon !== null && pictureFile(icon) === name
  })
  await sweep('exports', (realmId, name) => isFileOfExport(db, realmId, name))
}

/** Clients do not retry a send after a day. */
const RETRY_SECONDS = 86_400
/** Retention is measured in days, so ten minutes of delay do not matter. */
const RETENTION_EVERY_MS = 600_000

const INDEX_PAUSE_MS = 1_000

/** While many messages are due. */
const DUE_PAUSE_MS = 250

const COLLECT_PAUSE_MS = 30_000

/** Each stream is counted once a day. */
const TRAFFIC_EVERY_MS = 600_000

/** Starts the background jobs of a server. Short-lived commands do not run them. */
export async function startChatJobs(chat: Chat): Promise<{ stop(): Promise<void> }> {
  const work = createBackgroundJobs(chat.log, chat.leadership, chat.clock)
  work.every(250, 'sending heartbeats', () => sendHeartbeats(chat))
  const due = new DueWork(chat, [scheduledMessageSource, reminderSource, statusClearingSource])
  due.listen(work.onWake(DUE_PAUSE_MS, 'doing what is due', () => due.run()))
  handleMoves(chat)
  work.onLeader(RETENTION_EVERY_MS, 'deleting old messages', () => deleteExpiredMessages(chat, work.stopping))
  work.onLeader(TRAFFIC_EVERY_MS, 'counting the traffic of streams', () =>
    countStreamTraffic(chat, work.stopping),
  )
  work.onLeader(INTERVAL_MS, 'counting what was written', () => countStatistics(chat, work.stopping))
  const index = work.onWake(INDEX_PAUSE_MS, 'indexing messages', async () => {
    if (await indexMessages(chat)) index()
  })
  chat.follower.listen(index)
  chat.follower.onForeignEvents(index)
  work.every(5_000, 'saving event queues', () => storeQueueProgress(chat))
  work.every(3_600_000, 'checking event streams', () => checkStreams(chat))
  work.every(chat.bus.isShared ? 5_000 : 30_000, 'saving presence', () => storePresences(chat))
  work.every(30_000, 'evicting event queues', () => dropDeadQueues(chat))
  // After a downtime, clients get some time to come back.
  const startedAt = chat.clock.now()
  work.onWake(COLLECT_PAUSE_MS, 'collecting event queues', async () =>
    chat.clock.now() - startedAt < COLLECT_PAUSE_MS ? startedAt + COLLECT_PAUSE_MS : collectDeadQueues(chat),
  )
  work.onLeader(600_000, 'deleting old events', () => pruneEventLog(chat))
  work.onLeader(3_600_000, 'deleting old retry keys', () =>
    chat.database.write(0, {
      work: ({ db }) => sendKeysTable.removeBefore(db, 'created_at', secondsOf(chat.clock) - RETRY_SECONDS),
    }),
  )
  handleOutgoingWebhooks(chat)
  startNotificationJobs(chat, work)
  const inboundMail = startInboundMail(chat, work)
  handleExports(chat)
  handleErasures(chat)
  work.onLeader(INTERVAL_MS, 'deleting expired exports', () => deleteExpiredExports(chat))
  forwardEntries(chat)
  handlePeopleImports(chat)
  work.onLeader(INTERVAL_MS, 'deleting old imports of people', () => deleteOldPeopleImports(chat))
  startUploadJobs(chat, work)
  startSignInJobs(chat, work)
  followDirectories(chat, work)
  work.onLeader(3_600_000, 'deleting old entries of the audit log', () => deleteOldEntries(chat))
  work.onLeader(3_600_000, 'deleting old failures', () => deleteOldFailures(chat.database, chat.clock))
  await chat.outbox.start()
  return {
    async stop() {
      await inboundMail.stop()
      await chat.outbox.stop()
      await work.stop()
      chat.queues.endReceivers('server_shutdown')
      await storeQueueProgress(chat)
      await storePresences(chat)
    },
  }
}
