import type { Static } from '@sinclair/typebox'
import { secondsOf } from '../../../platform/clock.ts'
import { badRequest } from '../../chat-error.ts'
import type { ChatPlatform, Db } from '../../chat-platform.ts'
import type { Actor } from '../../identity/users/user.ts'
import { accessMessage } from '../message-access.ts'
import { checkDeliveryTime } from '../scheduled-messages/delivery-time.ts'
import { type ReminderSchema, reminderAdded, reminderRemoved, viewReminder } from './reminder-events.ts'
import { remindersTable } from './reminders-table.ts'

/** Every client of the user loads all of them. */
const REMINDERS_LIMIT = 500

export interface NewReminder {
  messageId: number
  note: string
  deliverAt: number
}

export function addReminder(chat: ChatPlatform, actor: Actor, input: NewReminder): Promise<number> {
  return chat.transact(actor.realm.id, async (transaction) => {
    const { db } = transaction
    const message = await accessMessage(db, actor, input.messageId)
    checkDeliveryTime(chat.clock, input.deliverAt)
    if (
      (await remindersTable.count(db, { realm_id: actor.realm.id, user_id: actor.user.id })) >=
      REMINDERS_LIMIT
    ) {
      throw badRequest(`Too many reminders (limit: ${REMINDERS_LIMIT})`)
    }
    const row = {
      realm_id: actor.realm.id,
      id: await transaction.next('reminders'),
      user_id: actor.user.id,
      message_id: message.id,
      note: input.note.trim(),
      deliver_at: input.deliverAt,
      created_at: secondsOf(chat.clock),
    }
    await remindersTable.insert(db, row)
    transaction.announce(reminderAdded(row))
    return row.id
  })
}

/** A reminder of another user is reported as missing. */
export function deleteReminder(chat: ChatPlatform, actor: Actor, id: number): Promise<void> {
  return chat.transact(actor.realm.id, async (transaction) => {
    const row = await remindersTable.find(transaction.db, { realm_id: actor.realm.id, id })
    if (row?.user_id !== actor.user.id) throw badRequest('Reminder does not exist')
    await remindersTable.remove(transaction.db, { realm_id: actor.realm.id, id })
    transaction.announce(reminderRemoved(row))
  })
}

export async function listOwnReminders(db: Db, actor: Actor): Promise<Static<typeof ReminderSchema>[]> {
  return (await remindersTable.list(db, { realm_id: actor.realm.id, user_id: actor.user.id })).map(
    viewReminder,
  )
}
