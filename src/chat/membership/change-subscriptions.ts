import { badRequest } from '../chat-error.ts'
import { may } from '../identity/permissions.ts'
import type { Actor } from '../identity/users/user.ts'
import type { Messages } from '../messages/messages.ts'
import { type AddedSubscriptions, addWithin, type WantedSubscriptions } from './add-subscriptions.ts'
import { type RemovedSubscriptions, removeWithin } from './remove-subscriptions.ts'

export interface ChangedSubscriptions {
  added: AddedSubscriptions
  removed: RemovedSubscriptions
}

/** Joins and leaves streams in one transaction: all of it happens, or nothing. */
export async function changeSubscriptions(
  chat: Messages,
  actor: Actor,
  add: WantedSubscriptions['subscriptions'],
  remove: readonly string[],
): Promise<ChangedSubscriptions> {
  if (add.length === 0 && remove.length === 0) {
    throw badRequest('Nothing to do. Specify at least one of "add" or "delete".')
  }
  if (add.length > 0 && !may(actor.user, 'join and create streams, and add others'))
    throw badRequest('Not allowed for guest users')
  return chat.transact(actor.realm.id, async (transaction) => ({
    added: await addWithin(chat, transaction, actor, {
      subscriptions: add,
      principals: [],
      inviteOnly: false,
      announcementOnly: false,
      historyPublic: undefined,
      authorizationErrorsFatal: true,
      announce: false,
    }),
    removed: await removeWithin(transaction, actor, remove, []),
  }))
}
