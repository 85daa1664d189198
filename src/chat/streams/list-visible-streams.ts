import { badRequest } from '../chat-error.ts'
import type { Db } from '../chat-platform.ts'
import { may } from '../identity/permissions.ts'
import { type Actor, isBot } from '../identity/users/user.ts'
import type { Stream } from './stream.ts'
import { isOpenTo } from './stream-access.ts'
import { listOccupiedStreamIds, listStreams } from './stream-store.ts'
import { listSubscriptionRows } from './subscriptions/subscription-store.ts'

export interface WantedStreams {
  includePublic: boolean
  includeSubscribed: boolean
  includeAllActive: boolean
  includeDefault: boolean
  includeOwnerSubscribed: boolean
}

/** Sorted by name. Only streams with subscribers. */
export async function listVisibleStreams(db: Db, actor: Actor, wanted: WantedStreams): Promise<Stream[]> {
  if (wanted.includeAllActive && !may(actor.user, 'see that private streams exist'))
    throw badRequest('User not authorized for this query')
  const subscribed = wanted.includeSubscribed ? await subscribedIds(db, actor, actor.user.id) : none
  const ownerId = wanted.includeOwnerSubscribed && isBot(actor.user) ? actor.user.bot_owner_id : null
  const ofOwner = ownerId === null ? none : await subscribedIds(db, actor, ownerId)
  const occupied = await listOccupiedStreamIds(db, actor.realm.id)
  const streams = await listStreams(db, actor.realm.id)
  return streams.filter(
    (stream) =>
      occupied.has(stream.id) &&
      (wanted.includeAllActive ||
        (wanted.includePublic && isOpenTo(actor, stream)) ||
        (wanted.includeDefault && stream.is_default === 1 && isOpenTo(actor, stream)) ||
        subscribed.has(stream.id) ||
        ofOwner.has(stream.id)),
  )
}

const none: ReadonlySet<number> = new Set()

async function subscribedIds(db: Db, actor: Actor, userId: number): Promise<Set<number>> {
  const rows = await listSubscriptionRows(db, actor.realm.id, userId)
  return new Set(rows.filter((row) => row.active === 1).map((row) => row.stream_id))
}
