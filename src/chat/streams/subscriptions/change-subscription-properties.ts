import { badRequest } from '../../chat-error.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import type { Actor } from '../../identity/users/user.ts'
import { accessStreamById } from '../stream-access.ts'
import { subscriptionUpdated } from './subscription-events.ts'
import { checkPropertyName, readPropertyChange } from './subscription-property.ts'
import { isSubscribed, updateSubscription } from './subscription-store.ts'

export interface WantedProperty {
  stream_id: number
  property: string
  value: unknown
}

/** Changes all of them, or none. */
export function changeSubscriptionProperties(
  chat: ChatPlatform,
  actor: Actor,
  wanted: readonly WantedProperty[],
): Promise<void> {
  const { realm, user } = actor
  return chat.transact(realm.id, async (transaction) => {
    const { db } = transaction
    for (const { stream_id: streamId, property, value } of wanted) {
      checkPropertyName(property)
      const stream = await accessStreamById(db, actor, streamId)
      if (!stream) throw badRequest('Invalid stream id')
      if (!(await isSubscribed(db, realm.id, user.id, streamId))) {
        throw badRequest(`Not subscribed to stream id ${streamId}`)
      }
      const { columns, announced } = readPropertyChange(property, value)
      await updateSubscription(db, realm.id, user.id, streamId, columns)
      for (const [name, is] of announced) transaction.announce(subscriptionUpdated(user, stream, name, is))
    }
  })
}
