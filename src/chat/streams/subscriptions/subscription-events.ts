import type { NewChatEvent } from '../../chat-event-map.ts'
import type { User } from '../../identity/users/user.ts'
import type { Stream } from '../stream.ts'
import { thoseWhoKnow } from '../stream-events.ts'
import type { SubscriptionView } from './subscription-view.ts'

declare module '../../chat-event-map.ts' {
  interface ChatEventMap {
    subscription:
      | { op: 'add'; per_user: Readonly<Record<number, SubscriptionView>>; subscribers: readonly number[] }
      | { op: 'remove'; subscriptions: readonly { name: string; stream_id: number }[] }
      | {
          op: 'update'
          email: string
          property: string
          value: string | boolean
          stream_id: number
          name: string
        }
      | {
          op: 'peer_add' | 'peer_remove'
          subscriptions: readonly string[]
          user_id: number
          stream_ids: readonly number[]
          user_ids: readonly number[]
        }
  }
}

/**
 * One event for all who were added. `per_user` holds what differs between them; delivery gives each
 * their own, and the list of subscribers only to queues that asked for it (see shape-event.ts).
 */
export function subscribed(
  views: ReadonlyMap<number, SubscriptionView>,
  subscriberIds: readonly number[],
): NewChatEvent<'subscription'> {
  return {
    type: 'subscription',
    audience: { users: [...views.keys()] },
    payload: { op: 'add', per_user: Object.fromEntries(views), subscribers: subscriberIds },
  }
}

export function unsubscribed(stream: Stream, userIds: readonly number[]): NewChatEvent<'subscription'> {
  return {
    type: 'subscription',
    audience: { users: userIds },
    payload: { op: 'remove', subscriptions: [{ name: stream.name, stream_id: stream.id }] },
  }
}

/** Somebody's own setting of a stream. */
export function subscriptionUpdated(
  user: User,
  stream: Stream,
  property: string,
  value: string | boolean,
): NewChatEvent<'subscription'> {
  return {
    type: 'subscription',
    audience: { users: [user.id] },
    payload: {
      op: 'update',
      email: user.email,
      property,
      value,
      stream_id: stream.id,
      name: stream.name,
    },
  }
}

/** Who is in a stream, for people who did not know of it before. Older clients read only the first of them. */
export function peersTold(
  stream: Stream,
  subscriberIds: readonly number[],
  users: readonly number[],
): NewChatEvent<'subscription'> {
  return {
    type: 'subscription',
    audience: { users },
    payload: {
      op: 'peer_add',
      subscriptions: [stream.name],
      user_id: subscriberIds[0]!,
      stream_ids: [stream.id],
      user_ids: subscriberIds,
    },
  }
}

/** Tells the others. Old clients read `subscriptions` and `user_id`, newer ones the two lists of ids. */
export function peerChanged(
  op: 'peer_add' | 'peer_remove',
  stream: Stream,
  userId: number,
): NewChatEvent<'subscription'> {
  return {
    type: 'subscription',
    audience: { ...thoseWhoKnow(stream), except: [userId] },
    payload: {
      op,
      subscriptions: [stream.name],
      user_id: userId,
      stream_ids: [stream.id],
      user_ids: [userId],
    },
  }
}
