import { Type } from '@sinclair/typebox'
import type { ChatEventMap, NewChatEvent } from '../../chat-event-map.ts'
import type { User } from '../../identity/users/user.ts'
import { type ClientPresence, newestOf, type PersonPresence } from './presence.ts'

const exact = { additionalProperties: false }

const ClientPresenceSchema = Type.Object(
  {
    client: Type.String(),
    status: Type.String(),
    timestamp: Type.Integer(),
    pushable: Type.Optional(Type.Boolean()),
  },
  exact,
)

const SlimPresenceSchema = Type.Object(
  {
    active_timestamp: Type.Integer({ description: '0: never.' }),
    idle_timestamp: Type.Integer({ description: '0: never.' }),
  },
  exact,
)

/** By email address, with `aggregated`, `website` and one entry for each client; with slim_presence by user id. */
export const PresencesSchema = Type.Record(
  Type.String(),
  Type.Union([SlimPresenceSchema, Type.Record(Type.String(), ClientPresenceSchema)]),
)

/** Push goes to browsers (see push/), not to mobile apps of the family, so nobody is pushable. */
export const viewClient = (client: string, { status, timestamp }: ClientPresence) => ({
  client,
  status,
  timestamp,
  pushable: false,
})

export function viewPresence(presence: PersonPresence) {
  const [client, { status, timestamp }] = newestOf(presence)!
  const clients = [...presence].map(([name, news]) => [name, viewClient(name, news)])
  // Newer clients read `website`, whichever client reported. These are last, so that no client can override them.
  const website = viewClient('website', { status, timestamp })
  return { ...Object.fromEntries(clients), website, aggregated: { client, status, timestamp } }
}

/** The format of newer clients. */
function viewSlim(presence: ReadonlyMap<string, ClientPresence>) {
  const newest = (status: ClientPresence['status']) =>
    Math.max(...[...presence.values()].map((news) => (news.status === status ? news.timestamp : 0)))
  return { active_timestamp: newest('active'), idle_timestamp: newest('idle') }
}

export function viewPresences(seen: readonly [User, PersonPresence][], slim: boolean) {
  return Object.fromEntries(
    seen.map(([user, presence]) =>
      slim ? [String(user.id), viewSlim(presence)] : [user.email, viewPresence(presence)],
    ),
  )
}

declare module '../../chat-event-map.ts' {
  interface ChatEventMap {
    presence: {
      user_id: number
      email: string
      server_timestamp: number
      /** with times of 0: presence was turned off */
      presence: Readonly<Record<string, ReturnType<typeof viewClient>>>
    }
  }
}

/** The event for clients that asked for `simplified_presence_events`. */
export function simplePresence({ user_id: id, presence }: ChatEventMap['presence']) {
  const news = new Map(Object.entries(presence))
  return { presences: { [id]: viewSlim(news) } }
}

/** A user came online; sent to everyone in the organization. */
export function presenceChanged(
  user: User,
  client: string,
  news: ClientPresence,
  serverTime: number,
): NewChatEvent<'presence'> {
  return {
    type: 'presence',
    audience: { role: 'everyone' },
    payload: {
      user_id: user.id,
      email: user.email,
      server_timestamp: serverTime,
      presence: { [client]: viewClient(client, news) },
    },
  }
}

/** A user turned presence off: all their clients are gone at once. */
export function presenceWithdrawn(
  user: User,
  clients: readonly string[],
  serverTime: number,
): NewChatEvent<'presence'> {
  const gone: ClientPresence = { status: 'idle', timestamp: 0 }
  return {
    type: 'presence',
    audience: { role: 'everyone' },
    payload: {
      user_id: user.id,
      email: user.email,
      server_timestamp: serverTime,
      presence: Object.fromEntries(clients.map((client) => [client, viewClient(client, gone)])),
    },
  }
}
