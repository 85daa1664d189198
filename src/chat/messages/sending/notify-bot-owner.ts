import { secondsOf } from '../../../platform/clock.ts'
import type { Actor } from '../../identity/users/user.ts'
import { usersTable } from '../../identity/users/users-table.ts'
import type { Messages } from '../messages.ts'
import { sendNotification } from './send-notification.ts'

/** A bot that fails every second must not flood its owner. */
const SECONDS_BETWEEN_NOTICES = 300

/** Nobody sees the error responses of a bot, so its owner gets a private message. */
export function notifyBotOwner(chat: Messages, bot: Actor, what: string): Promise<void> {
  return sendNoticeToOwner(chat, bot, `Your bot \`${bot.user.email}\` tried to send a message to ${what}`)
}

export async function sendNoticeToOwner(chat: Messages, bot: Actor, content: string): Promise<void> {
  const { user, realm } = bot
  if (user.bot_owner_id === null) return
  const now = secondsOf(chat.clock)
  await chat.transact(realm.id, async (transaction) => {
    const current = await usersTable.find(transaction.db, { realm_id: realm.id, id: user.id })
    const owner = await usersTable.find(transaction.db, { realm_id: realm.id, id: user.bot_owner_id! })
    if (!owner?.is_active || now - (current?.owner_told_at ?? 0) < SECONDS_BETWEEN_NOTICES) return
    await usersTable.update(transaction.db, { realm_id: realm.id, id: user.id }, { owner_told_at: now })
    await sendNotification(chat, transaction, realm, { to: owner, content })
  })
}
