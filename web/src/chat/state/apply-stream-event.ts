import type { EventOf, StreamEvent, SubscriptionEvent } from '@switchboard/client'
import type { ChatState, KnownStream, Subscription } from './chat-state.ts'
import { topicKey } from './conversation.ts'

type Applied = EventOf<'stream' | 'subscription' | 'default_streams' | 'user_topic'>

export function applyStreamEvent(state: ChatState, event: Applied): ChatState {
  switch (event.type) {
    case 'stream':
      return event.op === 'update' ? changed(state, event) : cameOrWent(state, event)
    case 'subscription':
      return subscribed(state, event)
    case 'default_streams':
      return { ...state, defaultStreams: event.default_streams.map((stream) => stream.stream_id) }
    case 'user_topic': {
      const topicPolicies = new Map(state.topicPolicies)
      const key = topicKey(event.stream_id, event.topic_name)
      if (event.visibility_policy === 0) topicPolicies.delete(key)
      else topicPolicies.set(key, event.visibility_policy)
      return { ...state, topicPolicies }
    }
  }
}

function cameOrWent(state: ChatState, { op, streams = [] }: StreamEvent): ChatState {
  if (op !== 'create' && op !== 'delete') return state
  const known = new Map(state.streams)
  const subscriptions = new Map(state.subscriptions)
  const subscribers = new Map(state.subscribers)
  for (const stream of streams) {
    if (op === 'create') known.set(stream.stream_id, stream)
    // Nobody reports who leaves a stream that the user cannot see.
    else for (const map of [known, subscriptions, subscribers]) map.delete(stream.stream_id)
  }
  return { ...state, streams: known, subscriptions, subscribers }
}

function changed(state: ChatState, event: StreamEvent): ChatState {
  const { stream_id: id = 0, property = '', value } = event
  const { rendered_description, history_public_to_subscribers, is_web_public } = event
  const change: Partial<KnownStream> = {
    [property]: value,
    ...(rendered_description !== undefined && { rendered_description }),
    ...(history_public_to_subscribers !== undefined && { history_public_to_subscribers }),
    ...(is_web_public !== undefined && { is_web_public }),
  }
  const stream = state.streams.get(id)
  const subscription = state.subscriptions.get(id)
  return {
    ...state,
    ...(stream && { streams: new Map(state.streams).set(id, { ...stream, ...change }) }),
    ...(subscription && {
      subscriptions: new Map(state.subscriptions).set(id, { ...subscription, ...change }),
    }),
  }
}

function subscribed(state: ChatState, event: SubscriptionEvent): ChatState {
  switch (event.op) {
    case 'add':
      return (event.subscriptions ?? []).reduce(joined, state)
    case 'remove':
      return (event.subscriptions ?? []).reduce(left, state)
    case 'peer_add':
    case 'peer_remove':
      return peersChanged(state, event)
    case 'update': {
      const subscription = state.subscriptions.get(event.stream_id ?? 0)
      if (!subscription) return state
      const changed = { ...subscription, [event.property ?? '']: event.value }
      return { ...state, subscriptions: new Map(state.subscriptions).set(subscription.stream_id, changed) }
    }
  }
}

function joined(state: ChatState, subscription: Subscription): ChatState {
  const id = subscription.stream_id
  const peers = new Set(subscription.subscribers ?? state.subscribers.get(id)).add(state.me.userId)
  return {
    ...state,
    streams: new Map(state.streams).set(id, { ...state.streams.get(id), ...subscription }),
    subscriptions: new Map(state.subscriptions).set(id, subscription),
    subscribers: new Map(state.subscribers).set(id, peers),
  }
}

function left(state: ChatState, { stream_id: id }: { stream_id: number }): ChatState {
  const subscriptions = new Map(state.subscriptions)
  subscriptions.delete(id)
  const peers = new Set(state.subscribers.get(id))
  peers.delete(state.me.userId)
  return { ...state, subscriptions, subscribers: new Map(state.subscribers).set(id, peers) }
}

function peersChanged(
  state: ChatState,
  { op, stream_ids = [], user_ids = [] }: SubscriptionEvent,
): ChatState {
  const subscribers = new Map(state.subscribers)
  for (const id of stream_ids) {
    const peers = new Set(subscribers.get(id))
    for (const user of user_ids) op === 'peer_add' ? peers.add(user) : peers.delete(user)
    subscribers.set(id, peers)
  }
  return { ...state, subscribers }
}
