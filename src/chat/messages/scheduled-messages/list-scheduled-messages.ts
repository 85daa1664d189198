import type { Static } from '@sinclair/typebox'
import type { Db } from '../../chat-platform.ts'
import type { Actor } from '../../identity/users/user.ts'
import { type ScheduledMessageSchema, viewScheduledMessage } from './scheduled-message-events.ts'
import { scheduledMessagesTable } from './scheduled-messages-table.ts'

export async function listOwnScheduledMessages(
  db: Db,
  actor: Actor,
): Promise<Static<typeof ScheduledMessageSchema>[]> {
  return (await scheduledMessagesTable.list(db, { realm_id: actor.realm.id, user_id: actor.user.id })).map(
    viewScheduledMessage,
  )
}
