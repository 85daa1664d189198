import type { Chat } from '../chat.ts'
import { badRequest } from '../chat-error.ts'
import { accessMessage } from '../messages/message-access.ts'
import type { Actor } from '../users/user.ts'
import { historyOf, type Snapshot } from './edit-history.ts'
import { listEdits } from './message-edit-store.ts'

export async function getMessageHistory(chat: Chat, actor: Actor, messageId: number): Promise<Snapshot[]> {
  if (!actor.realm.settings.allow_edit_history) {
    throw badRequest('Message edit history is disabled in this organization')
  }
  return chat.database.snapshot(async (db) => {
    const message = await accessMessage(db, actor, messageId)
    return historyOf(message, await listEdits(db, actor.realm.id, message.id))
  })
}
