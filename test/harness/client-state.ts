import { applyToLists, type ClientLists, comparableLists, readLists } from './client-lists.ts'

/** What a client knows: the initial data of register, kept up by events as a client of this family does it. */

// biome-ignore lint/suspicious/noExplicitAny: the wire's own shapes
type Wire = any

interface Unread {
  place: string
  sender: number
}

export interface ClientState {
  subscriptions: Map<number, Wire>
  unsubscribed: Map<number, Wire>
  neverSubscribed: Map<number, Wire>
  streams: Map<number, Wire>
  unread: Map<number, Unread>
  mentions: Set<number>
  conversations: Map<string, number>
  mutedTopics: Wire[]
  alertWords: string[]
  users: Map<number, Wire>
  bots: Map<number, Wire>
  lists: ClientLists
}

export function readState(initial: Wire): ClientState {
  const byId = (list: Wire[], key = 'stream_id') =>
    new Map<number, Wire>(list.map((item) => [item[key], withoutFirst(item)]))
  const unread = new Map<number, Unread>()
  const place = (ids: number[], name: string) => {
    for (const id of ids) unread.set(id, { place: name, sender: 0 })
  }
  for (const group of initial.unread_msgs.streams)
    place(group.unread_message_ids, streamPlace(group.stream_id, group.topic))
  for (const group of initial.unread_msgs.pms) place(group.unread_message_ids, `private:${group.sender_id}`)
  for (const group of initial.unread_msgs.huddles)
    place(group.unread_message_ids, `private:${group.user_ids_string}`)
  return {
    subscriptions: byId(initial.subscriptions),
    unsubscribed: byId(initial.unsubscribed),
    neverSubscribed: byId(initial.never_subscribed),
    streams: byId(initial.streams),
    unread,
    mentions: new Set(initial.unread_msgs.mentions),
    conversations: new Map(
      initial.recent_private_conversations.map((item: Wire) => [
        item.user_ids.join(','),
        item.max_message_id,
      ]),
    ),
    mutedTopics: initial.muted_topics,
    alertWords: initial.alert_words,
    users: byId(initial.realm_users, 'user_id'),
    bots: byId(initial.realm_bots, 'user_id'),
    lists: readLists(initial),
  }
}

export function applyEvent(state: ClientState, event: Wire, self: number): void {
  applyToLists(state.lists, event)
  switch (event.type) {
    case 'message':
      receive(state, event, self)
      break
    case 'update_message':
      change(state, event)
      break
    case 'delete_message':
      forget(state, event.message_ids)
      break
    case 'update_message_flags':
      if (event.flag !== 'read') break
      if (event.op === 'remove') comeBack(state, event, self)
      else forget(state, event.all ? [...state.unread.keys()] : event.messages)
      break
    case 'subscription':
      changeSubscription(state, event, self)
      break
    case 'stream':
      changeStream(state, event)
      break
    case 'muted_topics':
      state.mutedTopics = event.muted_topics
      break
    case 'alert_words':
      state.alertWords = event.alert_words
      break
    case 'realm_user':
      if (event.op === 'add') state.users.set(event.person.user_id, event.person)
      if (event.op === 'remove') state.users.delete(event.person.user_id)
      if (event.op === 'update') changePerson(state, event.person)
      break
    case 'realm_bot':
      if (event.op === 'add') state.bots.set(event.bot.user_id, event.bot)
      else if (event.op === 'delete') state.bots.delete(event.bot.user_id)
      else {
        const isActive = event.op === 'remove' ? { is_active: false } : {}
        state.bots.set(event.bot.user_id, { ...state.bots.get(event.bot.user_id), ...event.bot, ...isActive })
      }
      break
  }
}

/** The order of lists and the oldest message of a stream are not told by events. */
export function comparable(state: ClientState): unknown {
  const sorted = (map: Map<number, Wire>) =>
    [...map.values()]
      .map((item) =>
        item.subscribers ? { ...item, subscribers: [...item.subscribers].sort((a, b) => a - b) } : item,
      )
      .sort((one, other) => (one.stream_id ?? one.user_id) - (other.stream_id ?? other.user_id))
  return {
    subscriptions: sorted(state.subscriptions),
    unsubscribed: sorted(state.unsubscribed),
    neverSubscribed: sorted(state.neverSubscribed),
    streams: sorted(state.streams),
    unread: [...state.unread]
      .map(([id, { place }]) => [id, place])
      .sort((one, other) => Number(one[0]) - Number(other[0])),
    mentions: [...state.mentions].sort((one, other) => one - other),
    mutedTopics: state.mutedTopics,
    alertWords: state.alertWords,
    users: sorted(state.users),
    bots: sorted(state.bots),
    lists: comparableLists(state.lists),
  }
}

const streamPlace = (streamId: number, topic: string) => `${streamId}>${topic.toLowerCase()}`

function receive(state: ClientState, { message, flags }: Wire, self: number): void {
  if (message.type === 'private') state.conversations.set(others(message, self).join(','), message.id)
  if (flags.includes('read')) return
  const people =
    message.type === 'private' &&
    message.display_recipient.map((person: Wire) => person.id).sort((a: number, b: number) => a - b)
  const place = !people
    ? streamPlace(message.stream_id, message.subject)
    : people.length > 2
      ? `private:${people.join(',')}`
      : `private:${people.find((id: number) => id !== self) ?? self}`
  state.unread.set(message.id, { place, sender: message.sender_id })
  if (flags.includes('mentioned') || flags.includes('wildcard_mentioned')) state.mentions.add(message.id)
}

const others = (message: Wire, self: number): number[] =>
  message.display_recipient
    .map((person: Wire) => person.id)
    .filter((id: number) => id !== self)
    .sort((a: number, b: number) => a - b)

function change(state: ClientState, event: Wire): void {
  if (event.subject !== undefined) {
    for (const id of event.message_ids) {
      const unread = state.unread.get(id)
      if (unread) unread.place = streamPlace(event.new_stream_id ?? event.stream_id, event.subject)
    }
  }
  if (event.content !== undefined && state.unread.has(event.message_id)) {
    const mentioned = event.flags.includes('mentioned') || event.flags.includes('wildcard_mentioned')
    if (mentioned) state.mentions.add(event.message_id)
    else state.mentions.delete(event.message_id)
  }
}

/** Marked as unread again. */
function comeBack(state: ClientState, event: Wire, self: number): void {
  for (const [key, details] of Object.entries<Wire>(event.message_details)) {
    const people = details.type === 'stream' ? [] : [...details.user_ids, self].sort((a, b) => a - b)
    const place =
      details.type === 'stream'
        ? streamPlace(details.stream_id, details.topic)
        : people.length > 2
          ? `private:${people.join(',')}`
          : `private:${details.user_ids[0] ?? self}`
    state.unread.set(Number(key), { place, sender: 0 })
    if (details.mentioned) state.mentions.add(Number(key))
  }
}

function changePerson(state: ClientState, { custom_profile_field: _field, ...person }: Wire): void {
  const { bot_owner: _owner, ...known } = state.users.get(person.user_id) ?? {}
  const told = Object.keys(person).filter((key) => key in known)
  const changes = Object.fromEntries(told.map((key) => [key, person[key]]))
  if (state.users.has(person.user_id)) state.users.set(person.user_id, { ...known, ...changes })
}

function forget(state: ClientState, ids: number[]): void {
  for (const id of ids) {
    state.unread.delete(id)
    state.mentions.delete(id)
  }
}

function changeSubscription(state: ClientState, event: Wire, self: number): void {
  if (event.op === 'add') {
    for (const item of event.subscriptions) {
      state.subscriptions.set(item.stream_id, withoutFirst(item))
      state.unsubscribed.delete(item.stream_id)
      state.neverSubscribed.delete(item.stream_id)
    }
  } else if (event.op === 'remove') {
    for (const { stream_id } of event.subscriptions) {
      const item = state.subscriptions.get(stream_id)
      state.subscriptions.delete(stream_id)
      if (item)
        state.unsubscribed.set(stream_id, {
          ...item,
          subscribers: item.subscribers.filter((id: number) => id !== self),
        })
    }
  } else if (event.op === 'update') {
    for (const list of [state.subscriptions, state.unsubscribed]) {
      const item = list.get(event.stream_id)
      if (item) list.set(event.stream_id, { ...item, [event.property]: event.value })
    }
  } else {
    for (const list of [state.subscriptions, state.unsubscribed, state.neverSubscribed]) {
      for (const streamId of event.stream_ids) {
        const item = list.get(streamId)
        if (!item) continue
        const rest = item.subscribers.filter((id: number) => !event.user_ids.includes(id))
        list.set(streamId, {
          ...item,
          subscribers: event.op === 'peer_add' ? [...rest, ...event.user_ids] : rest,
        })
      }
    }
  }
}

function changeStream(state: ClientState, event: Wire): void {
  if (event.op === 'update') {
    updateStream(state, event)
    return
  }
  for (const stream of event.streams.map(withoutFirst)) {
    const id = stream.stream_id
    if (event.op === 'create' || event.op === 'occupy') {
      state.streams.set(id, stream)
      const known = [state.subscriptions, state.unsubscribed, state.neverSubscribed].some((list) =>
        list.has(id),
      )
      if (!known) state.neverSubscribed.set(id, { ...stream, subscribers: [] })
    } else {
      state.streams.delete(id)
      if (event.op === 'delete') {
        for (const list of [state.subscriptions, state.unsubscribed, state.neverSubscribed]) list.delete(id)
      }
    }
  }
}

/** A property, and what changes with it. */
function updateStream(state: ClientState, event: Wire): void {
  const { type: _type, op: _op, id: _id, property, value, stream_id: id, name: _name, ...more } = event
  const { streams, subscriptions, unsubscribed, neverSubscribed } = state
  for (const list of [streams, subscriptions, unsubscribed, neverSubscribed]) {
    const item = list.get(id)
    if (item && property in item) list.set(id, { ...item, [property]: value, ...more })
  }
}

function withoutFirst({ first_message_id: _first, ...item }: Wire): Wire {
  return item
}
