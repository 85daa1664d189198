import { secondsOf } from '../../../platform/clock.ts'
import { badRequest } from '../../chat-error.ts'
import type { ChatPlatform, ChatTransaction } from '../../chat-platform.ts'
import type { Actor } from '../../identity/users/user.ts'
import type { InitialPart } from '../initial-context.ts'
import { accessAccount } from '../user-access.ts'
import { mutedUsersChanged, viewMutedUser } from './muted-user-events.ts'
import { mutedUsersTable } from './muted-users-table.ts'

/** From now on their messages reach the actor as read (see messages/sending/write-message.ts). */
export function muteUser(chat: ChatPlatform, actor: Actor, mutedUserId: number): Promise<void> {
  return chat.transact(actor.realm.id, async (transaction) => {
    if (mutedUserId === actor.user.id) throw badRequest('Cannot mute self')
    const muted = await accessAccount(transaction.db, actor.realm, mutedUserId)
    const isNew = await mutedUsersTable.insertIfAbsent(transaction.db, {
      realm_id: actor.realm.id,
      user_id: actor.user.id,
      muted_user_id: muted.id,
      muted_at: secondsOf(chat.clock),
    })
    if (!isNew) throw badRequest('User already muted')
    await announceAll(transaction, actor)
  })
}

export function unmuteUser(chat: ChatPlatform, actor: Actor, mutedUserId: number): Promise<void> {
  return chat.transact(actor.realm.id, async (transaction) => {
    const muted = await accessAccount(transaction.db, actor.realm, mutedUserId)
    const key = { realm_id: actor.realm.id, user_id: actor.user.id, muted_user_id: muted.id }
    if (!(await mutedUsersTable.remove(transaction.db, key))) throw badRequest('User is not muted')
    await announceAll(transaction, actor)
  })
}

export const initialMutedUsers: InitialPart = async ({ db, actor }) => ({
  muted_users: (await mutedUsersTable.list(db, { realm_id: actor.realm.id, user_id: actor.user.id })).map(
    viewMutedUser,
  ),
})

async function announceAll(transaction: ChatTransaction, actor: Actor): Promise<void> {
  const rows = await mutedUsersTable.list(transaction.db, {
    realm_id: actor.realm.id,
    user_id: actor.user.id,
  })
  transaction.announce(mutedUsersChanged(actor.user.id, rows))
}
