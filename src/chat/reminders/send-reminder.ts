import { secondsOf } from '../../platform/clock.ts'
import type { Chat, Db } from '../chat.ts'
import { ChatError } from '../chat-error.ts'
import { accessMessage, conversationMembers } from '../messages/message-access.ts'
import { realmUri } from '../realms/realm-addresses.ts'
import type { DueItem, DueSource } from '../scheduled-messages/due-work.ts'
import { sendNotification } from '../sending/send-notification.ts'
import { findStreamName, streamIdKey } from '../streams/stream-store.ts'
import type { Actor } from '../users/user.ts'
import { findUser } from '../users/user-store.ts'
import { reminderRemoved } from './reminder-events.ts'
import { deleteReminderRow, findNextReminderTime, findReminder, listDueReminders } from './reminder-store.ts'
import { type RemindedMessage, reminderText } from './reminder-text.ts'

export const reminderSource: DueSource = {
  eventType: 'reminders',
  findNextTime: findNextReminderTime,
  listDue: listDueReminders,
  deliver: sendReminder,
}

/** The reminder goes in the same transaction in which it is written: it comes once, whatever happens. */
async function sendReminder(chat: Chat, item: DueItem): Promise<void> {
  const realm = (await chat.realmsById.get(item.realm_id))!
  await chat.transact(realm.id, async (transaction) => {
    const { db } = transaction
    const row = await findReminder(db, realm.id, item.id)
    if (!row || row.deliver_at > secondsOf(chat.clock)) return
    // Another server on the same database may have been faster.
    if (!(await deleteReminderRow(db, realm.id, row.id))) return
    const user = await findUser(db, realm.id, row.user_id)
    // Whoever cannot read it needs no reminder.
    if (user?.is_active && !realm.deactivated) {
      const found = await findReminded(db, { realm, user }, row.message_id)
      const content = reminderText(found, row.note, realmUri(chat.config.publicUrl, realm))
      await sendNotification(chat, transaction, realm, { to: user, content })
    }
    transaction.announce(reminderRemoved(row))
  })
}

/** undefined: the person cannot see it any more. */
async function findReminded(db: Db, person: Actor, messageId: number): Promise<RemindedMessage | undefined> {
  try {
    const message = await accessMessage(db, person, messageId)
    const { realm_id: realmId, stream_id: id } = message
    return {
      message,
      sender: (await findUser(db, realmId, message.sender_id))!,
      stream: id === null ? null : { id, name: (await findStreamName(db, streamIdKey(realmId, id)))! },
      people: (await conversationMembers(db, message)) ?? [],
    }
  } catch (error) {
    if (error instanceof ChatError) return undefined
    throw error
  }
}
