import { secondsOf } from '../../platform/clock.ts'
import { claimAttachments } from '../attachments/claim-attachments.ts'
import type { Chat, ChatTransaction } from '../chat.ts'
import { badRequest } from '../chat-error.ts'
import type { RenderedMarkdown } from '../markdown/markdown-context.ts'
import { findTopicLinks } from '../markdown/render-topic-links.ts'
import { accessMessage, conversationMembers } from '../messages/message-access.ts'
import { changeAudience, type MessageUpdate, messageUpdated } from '../messages/message-events.ts'
import { listTopicMessages, updateMessage } from '../messages/message-store.ts'
import type { MessagesTable } from '../messages/messages-table.ts'
import { listFlagsOf, storeConcerns } from '../read-state/message-flag-store.ts'
import { checkContent, checkIsTopic, checkTopic } from '../sending/message-content.ts'
import { renderContent } from '../sending/render-content.ts'
import { type Destination, receiversAmong } from '../sending/write-message.ts'
import { findStream } from '../streams/stream-store.ts'
import { mentionedPeople } from '../user-groups/mentioned-people.ts'
import type { Actor } from '../users/user.ts'
import { findUsers } from '../users/user-store.ts'
import { recordEdits } from './edit-history.ts'
import { checkMayEdit } from './edit-permission.ts'

export const propagateModes = ['change_one', 'change_later', 'change_all'] as const

export interface MessageEdit {
  topic: string | undefined
  content: string | undefined
  propagateMode: (typeof propagateModes)[number]
}

export async function editMessage(
  chat: Chat,
  actor: Actor,
  messageId: number,
  input: MessageEdit,
): Promise<void> {
  if (input.topic === undefined && input.content === undefined) throw badRequest('Nothing to change')
  const topic = input.topic === undefined ? undefined : checkTopic(input.topic)
  const content =
    input.content === undefined ? undefined : checkContent(input.content.trimEnd() || '(deleted)')
  const rendered =
    content === undefined ? undefined : await renderContent(chat, chat.database.read, actor, content)
  const { linkifiers } = await chat.vocabularies.require(actor.realm.id)
  const topicLinks = findTopicLinks(topic ?? '', linkifiers)
  await chat.transact(actor.realm.id, async (transaction) => {
    const message = await accessMessage(transaction.db, actor, messageId)
    const wanted = { topic: topic !== undefined, content: content !== undefined }
    checkMayEdit(actor, message, wanted, secondsOf(chat.clock))
    const changes: Changes = {
      ...(topic !== undefined && topic !== message.topic && { topic, topicLinks }),
      ...(content !== undefined && content !== message.content && { content, rendered: rendered! }),
    }
    if (changes.topic === undefined && changes.content === undefined) throw badRequest('Nothing to change')
    if (changes.topic !== undefined) checkIsTopic(actor.realm, changes.topic)
    await apply(chat, transaction, actor, message, changes, input.propagateMode)
  })
}

interface Changes {
  topic?: string
  topicLinks?: string[]
  content?: string
  rendered?: RenderedMarkdown
}

async function apply(
  chat: Chat,
  transaction: ChatTransaction,
  actor: Actor,
  message: MessagesTable,
  changes: Changes,
  mode: MessageEdit['propagateMode'],
): Promise<void> {
  const { db } = transaction
  const now = secondsOf(chat.clock)
  const stream =
    message.stream_id === null ? undefined : await findStream(db, actor.realm.id, message.stream_id)
  // Its author can still read it, but nobody is there who could be told of a change.
  if (message.stream_id !== null && !stream) throw badRequest('The stream of this message is archived')
  const members = await conversationMembers(db, message)
  const destination: Destination = stream
    ? { kind: 'stream', stream, topic: message.topic }
    : { kind: 'private', people: await findUsers(db, actor.realm.id, members!) }
  const moved = changes.topic === undefined ? [] : await alsoMoved(transaction, message, mode)
  await storeEdit(transaction, actor, message, changes, now)
  for (const other of moved) {
    await storeEdit(transaction, actor, other, { topic: changes.topic! }, now)
  }
  if (changes.rendered) await storeFlags(chat, transaction, actor, message, changes, destination)
  if (changes.rendered && (changes.rendered.hasAttachment || message.has_attachment === 1)) {
    await claimAttachments(chat, transaction, actor, message, changes.rendered.html)
  }
  const flags = await flagsByUser(transaction, message)
  const update = describe(actor, message, changes, mode, now, flags, stream?.name)
  const audience = changeAudience(message, stream, members)
  if (stream && !stream.history_public) {
    // Readers of a closed history know different parts of the topic: each message has its own audience.
    transaction.announce(messageUpdated({ ...update, message_ids: [message.id] }, audience))
    for (const other of moved) {
      const own = await flagsByUser(transaction, other)
      const step = describe(actor, other, topicOf(changes), mode, now, own, stream.name)
      transaction.announce(
        messageUpdated({ ...step, message_ids: [other.id] }, changeAudience(other, stream, null)),
      )
    }
    return
  }
  const ids = [message, ...moved].map(({ id }) => id).sort((one, other) => one - other)
  transaction.announce(messageUpdated({ ...update, message_ids: ids }, audience))
}

const topicOf = (changes: Changes): Changes => ({ topic: changes.topic!, topicLinks: changes.topicLinks! })

/** The other messages of the topic that the edit takes along. */
async function alsoMoved(
  transaction: ChatTransaction,
  message: MessagesTable,
  mode: MessageEdit['propagateMode'],
): Promise<MessagesTable[]> {
  if (mode === 'change_one') return []
  const rows = await listTopicMessages(transaction.db, message, mode === 'change_later' ? message.id : 0)
  return rows.filter((row) => row.id !== message.id)
}

async function storeEdit(
  transaction: ChatTransaction,
  actor: Actor,
  message: MessagesTable,
  changes: Changes,
  now: number,
): Promise<void> {
  const { db } = transaction
  await recordEdits(db, message.realm_id, [message.id], {
    userId: actor.user.id,
    editedAt: now,
    movesTopic: changes.topic !== undefined,
    changesContent: changes.content !== undefined,
  })
  const columns: Partial<MessagesTable> = { edited_at: now }
  if (changes.topic !== undefined) {
    columns.topic = changes.topic
    columns.topic_key = changes.topic.toLowerCase()
  }
  if (changes.content !== undefined) {
    const { rendered } = changes
    columns.content = changes.content
    columns.rendered_content = rendered!.html
    columns.has_link = rendered!.hasLink ? 1 : 0
    columns.has_image = rendered!.hasImage ? 1 : 0
    columns.has_attachment = rendered!.hasAttachment ? 1 : 0
    columns.mentions_everyone = rendered!.mentionsEveryone ? 1 : 0
  }
  await updateMessage(db, message.realm_id, message.id, columns)
}

/** Whom the new text mentions or alerts. */
async function storeFlags(
  chat: Chat,
  transaction: ChatTransaction,
  actor: Actor,
  message: MessagesTable,
  changes: Changes,
  destination: Destination,
): Promise<void> {
  const among = (ids: readonly number[]) => receiversAmong(transaction, actor.realm, destination, ids)
  const mentioned = await among(await mentionedPeople(transaction.db, actor.realm.id, changes.rendered!))
  const alerted = await among((await chat.alertMatchers.require(actor.realm.id))(changes.content!))
  const concerns = new Map(
    [...new Set([...mentioned, ...alerted])].map((id) => [
      id,
      { mentioned: mentioned.includes(id), alerted: alerted.includes(id) },
    ]),
  )
  await storeConcerns(transaction.db, message.realm_id, message.id, concerns)
}

/** What the event tells each reader of the text's flags: a move to another topic leaves them as they are. */
async function flagsByUser(
  transaction: ChatTransaction,
  message: MessagesTable,
): Promise<Record<number, string[]>> {
  const flags: Record<number, string[]> = {}
  for (const row of await listFlagsOf(transaction.db, message.realm_id, message.id)) {
    const own = [...(row.mentioned ? ['mentioned'] : []), ...(row.has_alert_word ? ['has_alert_word'] : [])]
    if (own.length > 0) flags[row.user_id] = own
  }
  return flags
}

function describe(
  actor: Actor,
  message: MessagesTable,
  changes: Changes,
  mode: string,
  now: number,
  flags: Record<number, string[]>,
  streamName: string | undefined,
): Omit<MessageUpdate, 'message_ids'> {
  return {
    user_id: actor.user.id,
    sender: actor.user.email,
    message_id: message.id,
    edit_timestamp: now,
    flags_by_user: flags,
    everyone: changes.rendered?.mentionsEveryone ?? message.mentions_everyone === 1,
    ...(message.stream_id !== null && { stream_id: message.stream_id, stream_name: streamName! }),
    ...(changes.topic !== undefined && {
      orig_subject: message.topic,
      subject: changes.topic,
      subject_links: changes.topicLinks!,
      propagate_mode: mode,
    }),
    ...(changes.content !== undefined && {
      orig_content: message.content,
      orig_rendered_content: message.rendered_content,
      content: changes.content,
      rendered_content: changes.rendered!.html,
      prev_rendered_content_version: 1,
      is_me_message: changes.content.startsWith('/me '),
    }),
  }
}
