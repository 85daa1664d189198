import { may } from '../identity/permissions.ts'
import { isGuest } from '../identity/users/user.ts'
import { settingsOf } from '../identity/users/user-settings.ts'
import type { InitialPart } from '../people/initial-context.ts'
import { listVisibleStreams } from '../streams/list-visible-streams.ts'
import { STREAM_DESCRIPTION_LIMIT, STREAM_NAME_LIMIT, type Stream } from '../streams/stream.ts'
import { isOpenTo } from '../streams/stream-access.ts'
import { listDefaultStreams, listStreams } from '../streams/stream-store.ts'
import { viewStream } from '../streams/stream-view.ts'
import { listAllSubscribers, listSubscriptionRows } from '../streams/subscriptions/subscription-store.ts'
import { viewSubscription } from '../streams/subscriptions/subscription-view.ts'
import { viewMutedTopic } from '../streams/topic-visibility/muted-topic-events.ts'
import { listMutedTopics, listTopicPolicies } from '../streams/topic-visibility/muted-topic-store.ts'
import { viewUserTopic } from '../streams/topic-visibility/user-topic-events.ts'

/** Streams that the user is subscribed to, was subscribed to, and could subscribe to. Subscribers are ids here. */
export const initialSubscriptions: InitialPart = async ({ chat, db, actor, includeSubscribers }) => {
  const rows = new Map(
    (await listSubscriptionRows(db, actor.realm.id, actor.user.id)).map((row) => [row.stream_id, row]),
  )
  const subscribers = includeSubscribers ? await listAllSubscribers(db, actor.realm.id) : undefined
  const settings = settingsOf(actor.user)
  const withSubscribers = <View extends object>(stream: Stream, view: View, mayKnow: boolean) => {
    if (!subscribers) return view
    return { ...view, subscribers: mayKnow ? (subscribers.get(stream.id) ?? []).map(({ id }) => id) : [] }
  }
  const subscriptions: object[] = []
  const unsubscribed: object[] = []
  const neverSubscribed: object[] = []
  for (const stream of await listStreams(db, actor.realm.id)) {
    const row = rows.get(stream.id)
    const isKnown = isOpenTo(actor, stream) || may(actor.user, 'see that private streams exist')
    if (row?.active) {
      const view = viewSubscription(stream, row, settings, chat.config.publicUrl)
      subscriptions.push(withSubscribers(stream, view, true))
    } else if (row && isKnown) {
      const view = viewSubscription(stream, row, settings, chat.config.publicUrl)
      unsubscribed.push(withSubscribers(stream, view, true))
    } else if (isKnown && may(actor.user, 'see streams')) {
      neverSubscribed.push(withSubscribers(stream, viewStream(stream), true))
    }
  }
  return { subscriptions, unsubscribed, never_subscribed: neverSubscribed }
}

export const initialStreams: InitialPart = async ({ db, actor }) => {
  const streams = await listVisibleStreams(db, actor, {
    includePublic: true,
    includeSubscribed: true,
    includeAllActive: may(actor.user, 'see that private streams exist'),
    includeDefault: false,
    includeOwnerSubscribed: false,
  })
  return {
    streams: streams.map(viewStream),
    stream_name_max_length: STREAM_NAME_LIMIT,
    stream_description_max_length: STREAM_DESCRIPTION_LIMIT,
  }
}

export const initialDefaultStreams: InitialPart = async ({ db, actor }) => ({
  realm_default_streams: isGuest(actor.user)
    ? []
    : (await listDefaultStreams(db, actor.realm.id)).map(viewStream),
})

export const initialMutedTopics: InitialPart = async ({ db, actor }) => ({
  muted_topics: (await listMutedTopics(db, actor.realm.id, actor.user.id)).map(viewMutedTopic),
})

export const initialUserTopics: InitialPart = async ({ db, actor }) => ({
  user_topics: (await listTopicPolicies(db, actor.realm.id, actor.user.id)).map(viewUserTopic),
})
