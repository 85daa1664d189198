import { canRead, isSubscribed } from './model-access.ts'
import {
  changeMark,
  type ModelChat,
  type ModelMessage,
  type ModelUser,
  markOf,
  streamOf,
  topicKey,
} from './model-chat.ts'
import { alertedUsers, mentionedUsers, mentionsEveryone } from './model-content.ts'
import { announce, announceFlags, announceMessage, changeAudience, textFlags } from './model-events.ts'

export type Destination = { stream: number; topic: string } | { people: readonly number[] }

export function maySend(model: ModelChat, sender: ModelUser, destination: Destination): boolean {
  if ('people' in destination) return true
  const stream = streamOf(model, destination.stream)
  if (!stream || (stream.isAnnouncementOnly && sender.role !== 'administrator')) return false
  return (!stream.isPrivate && sender.role !== 'guest') || isSubscribed(sender, stream.id)
}

/** The human clients' own messages are read for their senders from the start. */
export const HUMAN_CLIENT = 'website'

export function addMessage(
  model: ModelChat,
  id: number,
  sender: number,
  destination: Destination,
  content: string,
  client: string,
  readBy: readonly number[] = client === HUMAN_CLIENT ? [sender] : [],
): ModelMessage {
  const message: ModelMessage = {
    id,
    sender,
    stream: 'stream' in destination ? destination.stream : null,
    people:
      'people' in destination
        ? [...new Set([sender, ...destination.people])].sort((one, other) => one - other)
        : [],
    topic: 'topic' in destination ? destination.topic : '',
    content,
    client,
    edits: 0,
    reactions: [],
  }
  model.messages.set(id, message)
  model.lastId = id
  for (const user of receiversOf(model, message)) {
    const isRead = readBy.includes(user.id) || user.mutedUsers.includes(sender)
    user.copies.set(id, { isRead, isOpen: true })
  }
  markConcerned(model, message)
  announceMessage(model, message)
  return message
}

const receiversOf = (model: ModelChat, message: ModelMessage) =>
  model.users.filter((user) =>
    message.stream === null ? message.people.includes(user.id) : isSubscribed(user, message.stream),
  )

/** Current recipients whom the text mentions or alerts. */
function markConcerned(model: ModelChat, message: ModelMessage): void {
  const mentioned = mentionedUsers(model, message.content)
  const alerted = alertedUsers(model, message.content)
  for (const user of model.users) {
    if (user.marks.has(message.id)) changeMark(user, message.id, { mentioned: false, alerted: false })
  }
  for (const user of receiversOf(model, message)) {
    const marks = { mentioned: mentioned.includes(user.id), alerted: alerted.includes(user.id) }
    if (marks.mentioned || marks.alerted) changeMark(user, message.id, marks)
  }
}

export interface Edit {
  topic?: string
  content?: string
  mode: 'change_one' | 'change_later' | 'change_all'
}

/** false: refused. */
export function editMessage(model: ModelChat, user: ModelUser, id: number, edit: Edit): boolean {
  const message = model.messages.get(id)
  if (!message || !canRead(model, user, message)) return false
  if (edit.content !== undefined && message.sender !== user.id) return false
  if (edit.topic !== undefined && message.stream === null) return false
  const topic = edit.topic === message.topic ? undefined : edit.topic
  const content = edit.content === message.content ? undefined : edit.content
  if (topic === undefined && content === undefined) return false
  if (message.stream !== null && !streamOf(model, message.stream)) return false
  const before = { ...message }
  message.edits += 1
  if (topic !== undefined) message.topic = topic
  if (content !== undefined) message.content = content
  const batches = topic === undefined ? [[]] : movedWith(model, user, message, before.topic, edit.mode)
  for (const other of batches.flat()) {
    other.edits += 1
    other.topic = topic!
  }
  if (content !== undefined) markConcerned(model, message)
  const change = {
    ...(topic !== undefined && { from: before.topic, topic, mode: edit.mode }),
    ...(content !== undefined && { content }),
  }
  const { content: _content, ...moved } = change
  for (const [index, batch] of batches.entries()) {
    if (index === 0) announceEdit(model, user, message, batch, change)
    else if (batch.length > 0) announceEdit(model, user, batch[0]!, batch.slice(1), moved)
  }
  return true
}

/** The server moves a hundred at a time, the newest first. */
const MOVED_AT_ONCE = 100

/** What is still in the old topic and the user can see goes along. In batches, each ascending; there is always a first one. */
function movedWith(
  model: ModelChat,
  user: ModelUser,
  message: ModelMessage,
  from: string,
  mode: Edit['mode'],
): ModelMessage[][] {
  if (mode === 'change_one') return [[]]
  const there = [...model.messages.values()]
    .filter((one) => one.stream === message.stream && topicKey(one.topic) === topicKey(from))
    .filter((one) => mode === 'change_all' || one.id >= message.id)
    .reverse()
  const batches: ModelMessage[][] = []
  for (let start = 0; start <= there.length; start += MOVED_AT_ONCE) {
    const batch = there.slice(start, start + MOVED_AT_ONCE).reverse()
    batches.push(batch.filter((one) => one.topic !== message.topic && canRead(model, user, one)))
  }
  return batches
}

interface Change {
  from?: string
  topic?: string
  mode?: string
  content?: string
}

/** Readers of a closed history have different messages of a topic: they get one event for each message. */
function announceEdit(
  model: ModelChat,
  editor: ModelUser,
  message: ModelMessage,
  others: readonly ModelMessage[],
  change: Change,
): void {
  const isTogether = message.stream === null || streamOf(model, message.stream)!.isHistoryPublic
  const ids = [message, ...others].map(({ id }) => id).sort((one, other) => one - other)
  announceUpdate(model, editor, message, isTogether ? ids : [message.id], change)
  if (isTogether) return
  const { content: _content, ...moved } = change
  // The others had the same topic, perhaps in other letters: the event tells which.
  for (const other of others) announceUpdate(model, editor, other, [other.id], moved)
}

function announceUpdate(
  model: ModelChat,
  editor: ModelUser,
  message: ModelMessage,
  ids: readonly number[],
  change: Change,
): void {
  announce(model, changeAudience(model, message), (user, received) => {
    const { mentioned, alerted } = markOf(user, message.id)
    const everyone = received && mentionsEveryone(message.content)
    const { from: _from, ...told } = change
    return {
      type: 'update_message',
      editor: editor.id,
      message: message.id,
      messages: ids,
      ...told,
      flags: textFlags(mentioned, everyone, alerted).sort(),
    }
  })
}

/** false: refused. */
export function deleteMessage(model: ModelChat, user: ModelUser, id: number): boolean {
  const message = model.messages.get(id)
  if (!message || !canRead(model, user, message)) return false
  if (user.role !== 'administrator' && message.sender !== user.id) return false
  announceLostStars(model, message)
  const audience = changeAudience(model, message)
  const isArchived = message.stream !== null && !streamOf(model, message.stream)
  const users = [...(isArchived ? [user.id] : []), ...(audience.users ?? [])]
  announce(model, { ...audience, users }, () => deletion(message, [id]))
  eraseMessage(model, id)
  return true
}

/** Newest first. false: refused. */
export function deleteTopic(model: ModelChat, user: ModelUser, streamId: number, topic: string): boolean {
  const stream = streamOf(model, streamId)
  if (!stream || user.role !== 'administrator') return false
  if (stream.isPrivate && !isSubscribed(user, stream.id)) return false
  const gone = [...model.messages.values()]
    .filter((one) => one.stream === streamId && topicKey(one.topic) === topicKey(topic))
    .filter((one) => canRead(model, user, one))
    .reverse()
  // The server does it in batches, each of them a transaction.
  for (let start = 0; start < gone.length; start += 100) {
    const batch = gone.slice(start, start + 100)
    const ids = batch.map(({ id }) => id)
    for (const message of batch) announceLostStars(model, message)
    if (stream.isHistoryPublic)
      announce(model, changeAudience(model, batch[0]!), () => deletion(batch[0]!, ids))
    else for (const one of batch) announce(model, changeAudience(model, one), () => deletion(one, [one.id]))
    for (const id of ids) eraseMessage(model, id)
  }
  return true
}

export const deletion = (message: ModelMessage, ids: readonly number[]) => ({
  type: 'delete_message',
  messages: ids,
  stream: message.stream,
  topic: message.stream === null ? null : message.topic,
})

/** Who has left the stream hears nothing of it but that the star is gone. */
function announceLostStars(model: ModelChat, message: ModelMessage): void {
  if (message.stream === null) return
  const isArchived = !streamOf(model, message.stream)
  for (const user of model.users) {
    if (!markOf(user, message.id).starred) continue
    if (isArchived || !isSubscribed(user, message.stream))
      announceFlags(model, user, 'remove', 'starred', [message.id])
  }
}

function eraseMessage(model: ModelChat, id: number): void {
  model.messages.delete(id)
  for (const user of model.users) {
    user.copies.delete(id)
    user.marks.delete(id)
  }
}
