import { secondsOf } from '../platform/clock.ts'
import { createRegularWork } from '../platform/regular-work.ts'
import type { Chat } from './chat.ts'
import { checkStreams } from './event-queues/check-streams.ts'
import { collectDeadQueues, forgetDeadQueues, forgetOldEvents } from './event-queues/collect-dead-queues.ts'
import { sendHeartbeats } from './event-queues/send-heartbeats.ts'
import { writeDownQueues } from './event-queues/write-down-queues.ts'
import { resumeMoves } from './message-edits/resume-moves.ts'
import { tendOutgoingWebhooks } from './outgoing-webhooks/tend-outgoing-webhooks.ts'
import { writeDownPresences } from './presence/write-down-presences.ts'
import { tendExports } from './realm-export/make-exports.ts'
import { reminderSource } from './reminders/send-reminder.ts'
import { deleteExpiredMessages } from './retention/delete-expired-messages.ts'
import { DueWork } from './scheduled-messages/due-work.ts'
import { scheduledMessageSource } from './scheduled-messages/send-scheduled-message.ts'
import { indexMessages } from './search-index/index-messages.ts'
import { forgetSentBefore } from './sending/send-key-store.ts'
import { tendSignIn } from './sign-in/tend-sign-in.ts'
import { tendUploads } from './uploads/tend-uploads.ts'

/** A client that has not tried again for a day will not. */
const RETRY_SECONDS = 86_400
/** Retention counts in days: nobody misses the minutes. */
const RETENTION_EVERY_MS = 600_000

/** The regular work of a server; a command that is gone in a moment leaves it alone. */
export function tendChat(chat: Chat): { stop(): Promise<void> } {
  const work = createRegularWork(chat.log, chat.duty)
  const stopping = new AbortController()
  work.every(250, 'sending heartbeats', () => sendHeartbeats(chat))
  const due = new DueWork(chat, [scheduledMessageSource, reminderSource])
  work.onDuty(250, 'sending what is due', () => due.run())
  work.onDuty(1_000, 'finishing moves', () => resumeMoves(chat, stopping.signal))
  work.onDuty(RETENTION_EVERY_MS, 'deleting old messages', () => deleteExpiredMessages(chat, stopping.signal))
  work.onDuty(1_000, 'indexing messages', () => indexMessages(chat))
  work.every(5_000, 'writing down event queues', () => writeDownQueues(chat))
  work.every(3_600_000, 'checking who receives event streams', () => checkStreams(chat))
  work.every(chat.bus.isShared ? 5_000 : 30_000, 'writing down who is there', () => writeDownPresences(chat))
  work.every(30_000, 'forgetting event queues', () => forgetDeadQueues(chat))
  work.onDuty(30_000, 'collecting event queues', () => collectDeadQueues(chat))
  work.onDuty(600_000, 'forgetting old events', () => forgetOldEvents(chat))
  work.onDuty(3_600_000, 'forgetting old retry keys', () =>
    chat.database.write(0, { work: ({ db }) => forgetSentBefore(db, secondsOf(chat.clock) - RETRY_SECONDS) }),
  )
  tendOutgoingWebhooks(chat, work)
  tendExports(chat, work, stopping.signal)
  tendUploads(chat, work)
  tendSignIn(chat, work, stopping.signal)
  return {
    async stop() {
      stopping.abort()
      await work.stop()
      chat.queues.endReceivers('server_shutdown')
      await writeDownQueues(chat)
      await writeDownPresences(chat)
    },
  }
}
