import type { NewChatEvent } from '../../chat-event-map.ts'
import type { User } from '../../identity/users/user.ts'
import type { Stream } from '../stream.ts'
import { audienceOfStream } from '../stream-events.ts'
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
 * One event for all new subscribers. `per_user` holds what differs between them. Delivery gives each their own part,
 * and sends the list of subscribers only to queues that requested it (see shape-event.ts).
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

/** A user changed a setting of a subscription. */
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

/** The subscribers of a stream, for users who did not see it before. Older clients read only the first of them. */
export function peersListed(
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

/** Notifies other users. Older clients read `subscriptions` and `user_id`, newer ones the two lists of ids. */
export function peerChanged(
  op: 'peer_add' | 'peer_remove',
  stream: Stream,
  userId: number,
): NewChatEvent<'subscription'> {
  return {
    type: 'subscription',
    audience: { ...audienceOfStream(stream), except: [userId] },
    payload: {
      op,
      subscriptions: [stream.name],
      user_id: userId,
      stream_ids: [stream.id],
      user_ids: [userId],
    },
  }
}
