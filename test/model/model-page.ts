import { hasReceived } from './model-access.ts'
import { type ModelChat, type ModelMessage, type ModelUser, markOf } from './model-chat.ts'
import { mentionsEveryone, renderedContent } from './model-content.ts'
import { findInNarrow, matchNarrow, type Term } from './model-narrow.ts'
import { isMuted, listUnread } from './model-unread.ts'

/** What the server answers for an anchor above every message. */
export const NEWEST = 10_000_000_000_000_000

export interface PageQuestion {
  narrow: readonly Term[]
  anchor: number | 'newest' | 'oldest' | 'first_unread'
  numBefore: number
  numAfter: number
  applyMarkdown: boolean
}

export interface ModelPage {
  anchor: number
  found_anchor: boolean
  found_oldest: boolean
  found_newest: boolean
  messages: ModelMessage[]
}

/** undefined: the narrow is refused. */
export function findPage(model: ModelChat, user: ModelUser, question: PageQuestion): ModelPage | undefined {
  const found = findInNarrow(model, user, question.narrow)
  if (!found) return undefined
  const anchor = placeAnchor(model, user, question)
  const older = found.filter(({ id }) => id < anchor)
  const newer = found.filter(({ id }) => id > anchor)
  const before = question.numBefore === 0 ? [] : older.slice(-question.numBefore)
  const after = newer.slice(0, question.numAfter)
  const own = found.filter(({ id }) => id === anchor)
  const messages = [...before, ...own, ...after]
  const hasMoreBefore = before.length < older.length
  const hasMoreAfter = after.length < newer.length
  const isEmpty = messages.length === 0
  return {
    anchor,
    found_anchor: own.length > 0,
    found_oldest: !hasMoreBefore && !(isEmpty && hasMoreAfter),
    found_newest: !hasMoreAfter && !(isEmpty && hasMoreBefore),
    messages,
  }
}

function placeAnchor(model: ModelChat, user: ModelUser, { anchor, narrow }: PageQuestion): number {
  if (anchor === 'newest') return NEWEST
  if (anchor === 'oldest') return 0
  if (anchor !== 'first_unread') return Math.min(anchor, NEWEST)
  const unread = new Set(listUnread(model, user))
  const first = matchNarrow(model, user, narrow)!.find((one) => unread.has(one) && !isMuted(user, one))
  return first?.id ?? NEWEST
}

export function flagsOf(model: ModelChat, user: ModelUser, message: ModelMessage): string[] {
  const received = hasReceived(model, user, message)
  const mark = markOf(user, message.id)
  const flags = {
    read: !received || user.copies.get(message.id)!.isRead,
    starred: mark.starred,
    collapsed: mark.collapsed,
    mentioned: mark.mentioned,
    wildcard_mentioned: received && mentionsEveryone(message.content),
    has_alert_word: mark.alerted,
    historical: !received,
  }
  return Object.entries(flags).flatMap(([name, isSet]) => (isSet ? [name] : []))
}

export interface MessageView {
  id: number
  type: string
  stream_id: number | null
  people: readonly number[] | null
  subject: string
  sender_id: number
  client: string
  /** undefined: the model cannot tell */
  content: string | undefined
  reactions: string[]
  edits: number
}

/** A message as the answers show it, as far as the model knows it. */
export function viewMessage(message: ModelMessage, applyMarkdown: boolean): MessageView {
  return {
    id: message.id,
    type: message.stream === null ? 'private' : 'stream',
    stream_id: message.stream,
    people: message.stream === null ? message.people : null,
    subject: message.topic,
    sender_id: message.sender,
    client: message.client,
    content: applyMarkdown ? renderedContent(message.content) : message.content,
    reactions: message.reactions.map(({ user, emoji }) => `${user} ${emoji}`),
    // The original and this many versions are kept.
    edits: Math.min(message.edits, 50),
  }
}
