import { secondsOf } from '../../../platform/clock.ts'
import { ChatError } from '../../chat-error.ts'
import type { ChatPlatform, Db } from '../../chat-platform.ts'
import { realmUri } from '../../identity/realm-addresses.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import type { Actor, User } from '../../identity/users/user.ts'
import { findSystemBot } from '../../identity/users/user-store.ts'
import { usersTable } from '../../identity/users/users-table.ts'
import type { RenderedMarkdown } from '../../markdown/markdown-context.ts'
import { accessMessage } from '../message-access.ts'
import { type LinkedMessage, messagePath, placeOf } from '../message-path.ts'
import type { Messages } from '../messages.ts'
import type { MessagesTable } from '../messages-table.ts'
import { quoteText } from '../quote-text.ts'
import { dueRows } from '../scheduled-messages/due-row-store.ts'
import type { DueItem, DueSource } from '../scheduled-messages/due-work.ts'
import { renderContent } from '../sending/render-content.ts'
import { sendNotification } from '../sending/send-notification.ts'
import { reminderRemoved } from './reminder-events.ts'
import { type RemindersTable, remindersTable } from './reminders-table.ts'

export const reminderSource: DueSource = {
  eventType: 'reminders',
  ...dueRows('reminders'),
  deliver: sendReminder,
}

/**
 * Renders the text before the transaction, which would block other writers. If the text has changed by then, it is
 * rendered again.
 */
async function sendReminder(chat: Messages, item: DueItem): Promise<void> {
  const realm = (await chat.realmsById.get(item.realm_id))!
  const { read } = chat.database
  for (let isDone = false; !isDone; ) {
    const row = await remindersTable.find(read, { realm_id: realm.id, id: item.id })
    if (!row) return
    const content = (await write(chat, read, realm, row))?.content
    const bot = await findSystemBot(read, realm.id)
    const rendered =
      content === undefined ? undefined : await renderContent(chat, { realm, user: bot }, content)
    isDone = await sendRendered(chat, realm, row.id, content, rendered)
  }
}

/** Sends the reminder and deletes its row in one transaction, so it is sent exactly once. */
function sendRendered(
  chat: Messages,
  realm: Realm,
  id: number,
  content: string | undefined,
  rendered: RenderedMarkdown | undefined,
): Promise<boolean> {
  return chat.transact(realm.id, async (transaction) => {
    const { db } = transaction
    const row = await remindersTable.find(db, { realm_id: realm.id, id })
    if (!row || row.deliver_at > secondsOf(chat.clock)) return true
    const written = await write(chat, db, realm, row)
    if (written?.content !== content) return false
    // Another server on the same database may have sent it first.
    if (!(await remindersTable.remove(db, { realm_id: realm.id, id: row.id }))) return true
    if (written && rendered) await sendNotification(chat, transaction, realm, { ...written, rendered })
    transaction.announce(reminderRemoved(row))
    return true
  })
}

/** undefined: the owner has no active account, so nothing is sent. */
async function write(chat: ChatPlatform, db: Db, realm: Realm, row: RemindersTable) {
  const user = await usersTable.find(db, { realm_id: realm.id, id: row.user_id })
  if (!user?.is_active || realm.deactivated) return undefined
  const found = await findReminded(db, { realm, user }, row.message_id)
  return { to: user, content: reminderText(found, row.note, realmUri(chat.config.publicUrl, realm)) }
}

/** undefined: the user can no longer see the message. */
async function findReminded(db: Db, person: Actor, messageId: number): Promise<RemindedMessage | undefined> {
  try {
    const message = await accessMessage(db, person, messageId)
    const sender = (await usersTable.find(db, { realm_id: message.realm_id, id: message.sender_id }))!
    return { message, sender, ...(await placeOf(db, message)) }
  } catch (error) {
    if (error instanceof ChatError) return undefined
    throw error
  }
}

interface RemindedMessage extends LinkedMessage {
  message: MessagesTable
  sender: User
}

/** The text that the notification bot sends. */
function reminderText(found: RemindedMessage | undefined, note: string, uri: string): string {
  const asked = found
    ? `You asked to be reminded of [this message](${uri}${messagePath(found)}).`
    : 'You asked to be reminded of a message that you can no longer read.'
  const parts = [asked]
  if (note !== '') parts.push(`Note: ${note}`)
  if (found) {
    const { sender, message } = found
    parts.push(`@_**${sender.full_name}|${sender.id}** wrote:`)
    parts.push(quoteText(message.content))
  }
  return parts.join('\n\n')
}
