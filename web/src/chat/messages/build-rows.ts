import type { Message } from '@switchboard/client/chat'
import { conversationKey, conversationOf } from '../state/conversation.ts'
import type { PendingMessage } from '../state/pending-message.ts'

/** One message, and the dividers above it. Unchanged rows stay the same object. */
export interface Row {
  readonly id: number
  readonly message: Message
  /** The first of its day, or of the list. */
  readonly startsDay: boolean
  /** The first of its conversation; only where several are shown. */
  readonly startsConversation: boolean
  /** Not one of several in a row of the same sender. */
  readonly showsSender: boolean
  readonly isFirstUnread: boolean
  /** Nothing is before it: the beginning of what there is. */
  readonly isOldest: boolean
}

export interface RowsInput {
  ids: readonly number[]
  messageOf: (id: number) => Message | undefined
  /** Whether messages of several conversations are shown. */
  isMixed: boolean
  firstUnread: number | undefined
  foundOldest: boolean
}

/** Messages of a sender within this time are shown as one run. */
export const RUN_SECONDS = 600

/** In one pass; `last` are the rows of the same list before. */
export function buildRows(input: RowsInput, last: readonly Row[] = []): readonly Row[] {
  const { ids, messageOf, isMixed, firstUnread, foundOldest } = input
  const rows: Row[] = []
  let before: Message | undefined
  let day = { from: 0, until: 0 }
  let at = 0
  let changed = false
  for (const id of ids) {
    const message = messageOf(id)
    if (!message) continue
    const startsDay = message.timestamp < day.from || message.timestamp >= day.until
    if (startsDay) day = dayOf(message.timestamp)
    const isSame = before !== undefined && isSameConversation(before, message)
    const startsConversation = isMixed && (!isSame || startsDay)
    const isFirstUnread = id === firstUnread
    const showsSender = !before || !isSame || startsDay || isFirstUnread || !continuesRun(before, message)
    const isOldest = foundOldest && before === undefined
    // Both are ascending: each row of before is looked at once.
    while (at < last.length && last[at]!.id < id) at += 1
    const known = last[at]
    const isKept =
      known !== undefined &&
      known.message === message &&
      known.startsDay === startsDay &&
      known.startsConversation === startsConversation &&
      known.showsSender === showsSender &&
      known.isFirstUnread === isFirstUnread &&
      known.isOldest === isOldest
    if (!isKept || at !== rows.length) changed = true
    rows.push(
      isKept ? known : { id, message, startsDay, startsConversation, showsSender, isFirstUnread, isOldest },
    )
    before = message
  }
  return changed || rows.length !== last.length ? rows : last
}

/** The local day of a time, by its seconds: asking the calendar for every message would take too long. */
export function dayOf(timestamp: number): { from: number; until: number } {
  const date = new Date(timestamp * 1000)
  const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()]
  return {
    from: new Date(year, month, day).getTime() / 1000,
    until: new Date(year, month, day + 1).getTime() / 1000,
  }
}

function isSameConversation(one: Message, other: Message): boolean {
  if (one.type !== other.type) return false
  if (one.type === 'private') return one.recipient_id === other.recipient_id
  if (one.stream_id !== other.stream_id) return false
  return one.subject === other.subject || one.subject.toLowerCase() === other.subject.toLowerCase()
}

function continuesRun(before: Message, message: Message): boolean {
  return (
    before.sender_id === message.sender_id &&
    !message.is_me_message &&
    !before.is_me_message &&
    message.timestamp - before.timestamp < RUN_SECONDS
  )
}

/** The row of a message, or the first one after it; -1: all are before it. Rows ascend by id. */
export function rowIndex(rows: readonly Row[], id: number): number {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (rows[middle]!.id < id) low = middle + 1
    else high = middle
  }
  return low < rows.length ? low : -1
}

/** A message that has not arrived, and the dividers above it: the same ones that it will have. */
export interface PendingRow extends Pick<Row, 'startsDay' | 'startsConversation' | 'showsSender'> {
  readonly pending: PendingMessage
}

interface PendingInput {
  rows: readonly Row[]
  pending: readonly PendingMessage[]
  me: number
  isMixed: boolean
}

export function buildPendingRows({ rows, pending, me, isMixed }: PendingInput): readonly PendingRow[] {
  const last = rows.at(-1)?.message
  let before = last && {
    key: conversationKey(conversationOf(last, me)),
    timestamp: last.timestamp,
    isMine: last.sender_id === me && !last.is_me_message,
  }
  return pending.map((message) => {
    const { conversation, timestamp } = message
    const key = conversationKey(conversation)
    const startsDay = before === undefined || dayOf(before.timestamp).until <= timestamp
    const isSame = before?.key === key && !startsDay
    const isRun = isSame && before?.isMine && timestamp - before.timestamp < RUN_SECONDS
    before = { key, timestamp, isMine: true }
    return { pending: message, startsDay, startsConversation: isMixed && !isSame, showsSender: !isRun }
  })
}
