import type { Static } from '@sinclair/typebox'
import type { Db } from '../../chat.ts'
import type { Actor } from '../../identity/users/user.ts'
import { listScheduledMessages } from './scheduled-message-store.ts'
import { type ScheduledMessageSchema, viewScheduledMessage } from './scheduled-message-view.ts'

export async function listOwnScheduledMessages(
  db: Db,
  actor: Actor,
): Promise<Static<typeof ScheduledMessageSchema>[]> {
  return (await listScheduledMessages(db, actor.realm.id, actor.user.id)).map(viewScheduledMessage)
}
