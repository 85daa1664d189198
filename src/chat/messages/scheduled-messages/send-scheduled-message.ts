import { isoWithOffset, secondsOf } from '../../../platform/clock.ts'
import { badRequest, ChatError } from '../../chat-error.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import { usersTable } from '../../identity/users/users-table.ts'
import type { RenderedMarkdown } from '../../markdown/markdown-context.ts'
import type { Messages } from '../messages.ts'
import { renderContent } from '../sending/render-content.ts'
import { sendNotification } from '../sending/send-notification.ts'
import { writeMessage } from '../sending/write-message.ts'
import { dueRows } from './due-row-store.ts'
import type { DueItem, DueSource } from './due-work.ts'
import { currentDestination } from './scheduled-destination.ts'
import { scheduledMessageRemoved, scheduledMessageUpdated } from './scheduled-message-events.ts'
import { type ScheduledMessagesTable, scheduledMessagesTable } from './scheduled-messages-table.ts'

export const scheduledMessageSource: DueSource = {
  eventType: 'scheduled_messages',
  ...dueRows('scheduled_messages'),
  deliver: sendScheduledMessage,
}

/** A message that cannot be sent is kept for its author, who is notified. */
async function sendScheduledMessage(chat: Messages, item: DueItem): Promise<void> {
  const realm = (await chat.realmsById.get(item.realm_id))!
  try {
    await send(chat, realm, item.id)
  } catch (error) {
    if (!(error instanceof ChatError)) throw error
    await noteFailure(chat, realm, item.id, error.message)
  }
}

/**
 * Renders the message before the transaction, which would block other writers. If it has changed by then, it is
 * rendered again.
 */
async function send(chat: Messages, realm: Realm, id: number): Promise<void> {
  const { read } = chat.database
  for (let isDone = false; !isDone; ) {
    const row = await scheduledMessagesTable.find(read, { realm_id: realm.id, id })
    const user = row && (await usersTable.find(read, { realm_id: realm.id, id: row.user_id }))
    if (!row || !user) return
    const rendered = await renderContent(chat, { realm, user }, row.content)
    isDone = await sendRendered(chat, realm, row, rendered)
  }
}

/** Sends the message and deletes the scheduled one in one transaction, so it is sent exactly once. */
function sendRendered(
  chat: Messages,
  realm: Realm,
  { id, content }: ScheduledMessagesTable,
  rendered: RenderedMarkdown,
): Promise<boolean> {
  return chat.transact(realm.id, async (transaction) => {
    const { db } = transaction
    const row = await scheduledMessagesTable.find(db, { realm_id: realm.id, id })
    if (!isDue(chat, row)) return true
    if (row.content !== content) return false
    if (realm.deactivated) throw badRequest('This organization has been deactivated')
    const user = await usersTable.find(db, { realm_id: realm.id, id: row.user_id })
    if (!user?.is_active) throw badRequest('Account is deactivated')
    const destination = await currentDestination(chat, transaction, { realm, user }, row)
    // Another server on the same database may have sent it first.
    if (!(await scheduledMessagesTable.remove(db, { realm_id: realm.id, id }))) return true
    await writeMessage(chat, transaction, realm, {
      sender: user,
      destination,
      content: row.content,
      rendered,
      client: row.client,
      readBy: row.read_by_sender ? [user.id] : [],
    })
    transaction.announce(scheduledMessageRemoved(row))
    return true
  })
}

function noteFailure(chat: Messages, realm: Realm, id: number, reason: string): Promise<void> {
  return chat.transact(realm.id, async (transaction) => {
    const { db } = transaction
    const row = await scheduledMessagesTable.find(db, { realm_id: realm.id, id })
    if (!isDue(chat, row)) return
    const failure = { failed: 1, failure_message: reason }
    await scheduledMessagesTable.update(db, { realm_id: realm.id, id }, failure)
    transaction.announce(scheduledMessageUpdated({ ...row, ...failure }))
    const author = await usersTable.find(db, { realm_id: realm.id, id: row.user_id })
    if (!author?.is_active || realm.deactivated) return
    const time = `<time:${isoWithOffset(row.deliver_at)}>`
    const content = `Your message that was scheduled for ${time} could not be sent:\n\n> ${reason}`
    await sendNotification(chat, transaction, realm, { to: author, content })
  })
}

function isDue(chat: ChatPlatform, row: ScheduledMessagesTable | undefined): row is ScheduledMessagesTable {
  return row !== undefined && row.failed === 0 && row.deliver_at <= secondsOf(chat.clock)
}
