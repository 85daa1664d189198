import { canRead, isSubscribed } from './model-access.ts'
import {
  changeMark,
  type ModelChat,
  type ModelMessage,
  type ModelStream,
  type ModelUser,
  markOf,
  streamOf,
  topicKey,
} from './model-chat.ts'
import { mentionsEveryone } from './model-content.ts'
import { announce, announceFlags, type LeftBehind, textFlags } from './model-events.ts'
import { deletion, type Edit, maySend } from './model-messages.ts'

export interface StreamMove {
  stream: number
  topic?: string
  mode: Edit['mode']
}

/** false: refused. */
export function moveToStream(model: ModelChat, user: ModelUser, id: number, move: StreamMove): boolean {
  const message = model.messages.get(id)
  if (!message || !canRead(model, user, message)) return false
  const source = streamOf(model, message.stream)
  if (!source || user.role === 'guest') return false
  const topic = move.topic ?? message.topic
  if (!maySend(model, user, { stream: move.stream, topic })) return false
  const target = streamOf(model, move.stream)!
  const { mode } = move
  for (const [index, batch] of batchesOf(model, user, message, mode).entries()) {
    const first = index === 0 ? message : batch[0]
    const moved = index === 0 ? [message, ...batch] : batch
    if (first) moveBatch(model, user, first, moved, { source, target, topic, mode })
  }
  return true
}

/** The server moves a hundred at a time, the newest first; what the user cannot see stays. */
function batchesOf(
  model: ModelChat,
  user: ModelUser,
  message: ModelMessage,
  mode: Edit['mode'],
): ModelMessage[][] {
  if (mode === 'change_one') return [[]]
  const there = [...model.messages.values()]
    .filter((one) => one.stream === message.stream && topicKey(one.topic) === topicKey(message.topic))
    .filter((one) => one !== message && (mode === 'change_all' || one.id >= message.id))
    .reverse()
  const batches: ModelMessage[][] = []
  for (let start = 0; start <= there.length; start += 100)
    batches.push(
      there
        .slice(start, start + 100)
        .reverse()
        .filter((one) => canRead(model, user, one)),
    )
  return batches
}

interface Places {
  source: ModelStream
  target: ModelStream
  topic: string
  mode: string
}

function moveBatch(
  model: ModelChat,
  mover: ModelUser,
  first: ModelMessage,
  unsorted: readonly ModelMessage[],
  { source, target, topic, mode }: Places,
): void {
  const moved = [...unsorted].sort((one, other) => one.id - other.id)
  const ids = moved.map(({ id }) => id)
  const before = moved.map((one) => ({
    message: { ...one },
    had: new Set(model.users.filter((user) => user.copies.has(one.id)).map((user) => user.id)),
  }))
  for (const one of moved) {
    one.stream = target.id
    one.topic = topic
    one.edits += 1
    for (const user of model.users) arrive(user, one.id, isSubscribed(user, target.id))
  }
  const leftBehind = { stream: source, notIn: target }
  const members: LeftBehind = { ...leftBehind, among: 'members' }
  const isPublic = !target.isPrivate
  const readers = {
    subscribersOf: target.id,
    publicWatchers: isPublic,
    ...(isPublic && { leftBehind: members }),
  }
  announce(model, readers, (user, received) => {
    const { mentioned, alerted } = markOf(user, first.id)
    const flags = textFlags(mentioned, received && mentionsEveryone(first.content), alerted).sort()
    return {
      type: 'update_message',
      editor: mover.id,
      message: first.id,
      messages: ids,
      topic,
      mode,
      newStream: target.id,
      flags,
    }
  })
  if (isPublic)
    announce(model, { leftBehind: members }, () => ({
      type: 'update_message_flags',
      op: 'add',
      flag: 'read',
      messages: ids,
      all: false,
      details: null,
    }))
  const losers: LeftBehind = { ...leftBehind, among: isPublic ? 'guests' : 'everyone' }
  if (source.isHistoryPublic) {
    const publicWatchers = !isPublic && !source.isPrivate
    announce(model, { leftBehind: losers, publicWatchers }, () => deletion(before[0]!.message, ids))
  } else {
    for (const { message, had } of before)
      announce(model, { leftBehind: { ...losers, had } }, () => deletion(message, [message.id]))
  }
  for (const user of model.users) dropStars(model, user, moved)
}

/** It came to those who are in the stream now. For them it stays unread only if it was. */
function arrive(user: ModelUser, id: number, isThere: boolean): void {
  const copy = user.copies.get(id)
  if (isThere) user.copies.set(id, { isRead: !(copy?.isOpen && !copy.isRead), isOpen: true })
  else user.copies.delete(id)
}

function dropStars(model: ModelChat, user: ModelUser, moved: readonly ModelMessage[]): void {
  const lost = moved.filter((one) => markOf(user, one.id).starred && !canRead(model, user, one))
  for (const { id } of lost) changeMark(user, id, { starred: false })
  const ids = lost.map(({ id }) => id)
  if (ids.length > 0) announceFlags(model, user, 'remove', 'starred', ids)
}
