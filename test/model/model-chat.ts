export type Role = 'administrator' | 'member' | 'guest'

/** What somebody has of a message that came to them. */
export interface Copy {
  isRead: boolean
  /** The subscription through which it came has not ended since. Always true of private messages. */
  isOpen: boolean
}

/** What somebody has attached to a message, or the text has, whether it came to them or not. */
export interface Mark {
  starred: boolean
  collapsed: boolean
  mentioned: boolean
  alerted: boolean
}

export interface ModelUser {
  id: number
  email: string
  name: string
  role: Role
  alertWords: string[]
  mutedUsers: number[]
  copies: Map<number, Copy>
  marks: Map<number, Mark>
  subscriptions: { stream: number; isActive: boolean; isMuted: boolean }[]
  /** streams that the user is or was in */
  joined: number[]
  /** 1 muted, 2 unmuted, 3 followed */
  topicPolicies: { stream: number; topic: string; policy: number }[]
}

export interface ModelStream {
  id: number
  name: string
  isPrivate: boolean
  isHistoryPublic: boolean
  isAnnouncementOnly: boolean
  isDefault: boolean
  isArchived: boolean
  /** who was in it when it was archived */
  lastMembers: number[]
}

export interface ModelMessage {
  id: number
  sender: number
  /** null: private */
  stream: number | null
  /** ids of the people of a private conversation, ascending, the sender included */
  people: readonly number[]
  topic: string
  content: string
  client: string
  edits: number
  reactions: { user: number; emoji: string }[]
}

export interface ModelQueue {
  id: string
  user: number
  allPublicStreams: boolean
  narrow: readonly (readonly [operator: string, operand: string])[]
  lastEventId: number
  expected: ExpectedEvent[]
}

/** Announced and not yet fetched. Events of one batch may come in any order. */
export interface ExpectedEvent {
  batch: number
  event: { type: string } & Record<string, unknown>
  /** It was withheld. It may still come if its reader gets access again, unless a later event came in between. */
  wasWithheld?: boolean
}

/** The whole organization in plain lists: deliberately simple, and independent of the server's code. */
export interface ModelChat {
  readonly users: ModelUser[]
  readonly streams: ModelStream[]
  /** ascending by id */
  readonly messages: Map<number, ModelMessage>
  readonly queues: ModelQueue[]
  notificationBot: number
  lastId: number
  /** Points in time (UNIX seconds): messages up to this id were sent before it, later ones at it or after. */
  readonly marks: { seconds: number; lastId: number }[]
  /** Events of one batch may come in any order. */
  batch: number
  /** Operations run at the same time and share a batch; otherwise each event has its own. */
  isConcurrent: boolean
}

export function createModel(): ModelChat {
  return {
    users: [],
    streams: [],
    messages: new Map(),
    queues: [],
    notificationBot: 0,
    lastId: 0,
    marks: [{ seconds: 1_577_836_800, lastId: 0 }],
    batch: 0,
    isConcurrent: false,
  }
}

export const userOf = (model: ModelChat, id: number) => model.users.find((user) => user.id === id)

/** A stream that has not been archived. */
export const streamOf = (model: ModelChat, id: number | null) =>
  model.streams.find((stream) => stream.id === id && !stream.isArchived)

export const streamNamed = (model: ModelChat, name: string) =>
  model.streams.find(
    (stream) => stream.name.toLowerCase() === name.trim().toLowerCase() && !stream.isArchived,
  )

/** Also of an archived stream: its messages keep the name. */
export const streamNameOf = (model: ModelChat, id: number) =>
  model.streams.find((stream) => stream.id === id)!.name

export const topicKey = (topic: string) => topic.trim().toLowerCase()

export function markOf(user: ModelUser, message: number): Mark {
  return user.marks.get(message) ?? { starred: false, collapsed: false, mentioned: false, alerted: false }
}

export function changeMark(user: ModelUser, message: number, change: Partial<Mark>): void {
  user.marks.set(message, { ...markOf(user, message), ...change })
}
