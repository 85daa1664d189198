import { badRequest } from '../../chat-error.ts'
import type { ChatPlatform, Db } from '../../chat-platform.ts'
import type { Actor } from '../../identity/users/user.ts'
import { hasReceived } from '../../messages/message-access.ts'
import { findMessage } from '../../messages/message-store.ts'
import type { InitialPart } from '../../people/initial-context.ts'
import { pointerMoved } from './pointer-events.ts'
import { pointersTable } from './pointers-table.ts'

export const getPointer = (chat: ChatPlatform, { realm, user }: Actor) =>
  findPointer(chat.database.read, realm.id, user.id)

/** It only moves forward: of two clients, the one that is further ahead wins. */
export function movePointer(chat: ChatPlatform, actor: Actor, messageId: number): Promise<void> {
  const { realm, user } = actor
  return chat.transact(realm.id, async (transaction) => {
    const { db } = transaction
    if (messageId <= (await findPointer(db, realm.id, user.id))) return
    const message = await findMessage(db, realm.id, messageId)
    if (!message || !(await hasReceived(db, actor, message))) throw badRequest('Invalid message ID')
    await pointersTable.put(db, { realm_id: realm.id, user_id: user.id, message_id: messageId })
    transaction.announce(pointerMoved(user.id, messageId))
  })
}

export const initialPointer: InitialPart = async ({ db, actor }) => ({
  pointer: await findPointer(db, actor.realm.id, actor.user.id),
})

/** -1: it has never been set. */
export async function findPointer(db: Db, realm_id: number, user_id: number): Promise<number> {
  return (await pointersTable.find(db, { realm_id, user_id }))?.message_id ?? -1
}
