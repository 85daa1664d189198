import { GrowingBits } from '../../../../platform/caches/growing-bits.ts'
import type { RenderedMarkdown } from '../../../markdown/markdown-context.ts'
import { NO_TOPIC, TOPIC_LIMIT } from '../../../streams/topic-name.ts'
import { type ForeignArchive, IMPORTED_AT } from './foreign-archive.ts'
import type { ForeignExport, ForeignMessage, ForeignReaction } from './foreign-export.ts'
import type { ForeignFiles } from './foreign-files.ts'
import type { LeftOut } from './left-out.ts'
import type { RenderForeign } from './render-foreign.ts'

interface Parts {
  archive: ForeignArchive
  files: ForeignFiles
  render: RenderForeign
  leftOut: LeftOut
  scratchFolder: string
  report(line: string): void
}

const MESSAGES_PER_REPORT = 50_000

export async function writeForeignMessages(source: ForeignExport, parts: Parts): Promise<void> {
  const { archive, files, leftOut, report } = parts
  const target = {
    scratchFolder: parts.scratchFolder,
    addFile: files.addUpload.bind(files),
    leaveOut: leftOut.add.bind(leftOut),
  }
  const known = new GrowingBits()
  const subscribers = new Map(
    source.streams.map(({ id, subscribers }) => [id, new Set(subscribers.map(({ userId }) => userId))]),
  )
  let count = 0
  for await (const messages of source.messages(target)) {
    const rendered = await renderAll(messages, parts.render)
    for (const [index, message] of messages.entries()) {
      const id = message.id ?? archive.last.messages + 1
      if (known.has(id)) {
        leftOut.add('Messages that the export contains twice', `message ${id}`)
        continue
      }
      known.add(id)
      await writeMessage(parts, message, id, rendered[index]!, subscribers)
      count += 1
      if (count % MESSAGES_PER_REPORT === 0) report(`Converted ${count} messages.`)
    }
  }
  for await (const reactions of source.reactions?.(target) ?? []) {
    for (const reaction of reactions) {
      if (known.has(reaction.messageId)) await writeReactions(archive, reaction.messageId, [reaction])
      else
        leftOut.add('Reactions to messages that the export does not contain', `message ${reaction.messageId}`)
    }
  }
}

/** Few at a time: a text that waits too long for a thread would be shown as it is. */
const RENDERED_AT_ONCE = 16

async function renderAll(
  messages: readonly ForeignMessage[],
  render: RenderForeign,
): Promise<RenderedMarkdown[]> {
  const rendered: RenderedMarkdown[] = []
  for (let start = 0; start < messages.length; start += RENDERED_AT_ONCE) {
    const some = messages.slice(start, start + RENDERED_AT_ONCE)
    rendered.push(...(await Promise.all(some.map(({ content, senderId }) => render(content, senderId)))))
  }
  return rendered
}

async function writeMessage(
  { archive, files }: Parts,
  message: ForeignMessage,
  id: number,
  rendered: RenderedMarkdown,
  subscribers: ReadonlyMap<number, ReadonlySet<number>>,
): Promise<void> {
  archive.last.messages = Math.max(archive.last.messages, id)
  const stream = 'streamId' in message.to ? message.to : undefined
  const userIds = 'userIds' in message.to ? message.to.userIds : []
  const recipientId = stream ? archive.recipientOf(stream.streamId) : await archive.conversationOf(userIds)
  archive.note(recipientId, id)
  const topic = stream ? [...stream.topic].slice(0, TOPIC_LIMIT).join('').trim() || NO_TOPIC : ''
  await archive.write('messages', {
    realm_id: 0,
    id,
    recipient_id: recipientId,
    stream_id: stream?.streamId ?? null,
    sender_id: message.senderId,
    topic,
    topic_key: topic.toLowerCase(),
    client: message.client,
    content: message.content,
    rendered_content: rendered.html,
    sent_at: message.sentAt,
    edited_at: message.editedAt,
    has_link: rendered.hasLink ? 1 : 0,
    has_image: rendered.hasImage ? 1 : 0,
    has_attachment: rendered.hasAttachment ? 1 : 0,
    mentions_everyone: rendered.mentionsEveryone ? 1 : 0,
    event_position: IMPORTED_AT,
  })
  const receivers = stream ? subscribers.get(stream.streamId)! : new Set(userIds)
  const mentioned = new Set(rendered.mentionedUserIds.filter((userId) => receivers.has(userId)))
  const starred = new Set(message.starredBy.filter((userId) => receivers.has(userId)))
  for (const userId of new Set([...mentioned, ...starred])) {
    await archive.write('message_flags', {
      realm_id: 0,
      user_id: userId,
      message_id: id,
      starred: starred.has(userId) ? 1 : 0,
      collapsed: 0,
      mentioned: mentioned.has(userId) ? 1 : 0,
      has_alert_word: 0,
    })
  }
  await writeReactions(archive, id, message.reactions)
  if (rendered.hasAttachment) await claimFiles(archive, files, id, rendered.html)
}

async function writeReactions(
  archive: ForeignArchive,
  messageId: number,
  reactions: readonly ForeignReaction[],
): Promise<void> {
  for (const reaction of reactions) {
    archive.last.reactions += 1
    await archive.write('reactions', {
      realm_id: 0,
      message_id: messageId,
      reaction_type: reaction.type,
      emoji_code: reaction.emojiCode,
      user_id: reaction.userId,
      id: archive.last.reactions,
      emoji_name: reaction.emojiName,
    })
  }
}

/** A link opens the file to the readers of the message. */
async function claimFiles(
  archive: ForeignArchive,
  files: ForeignFiles,
  messageId: number,
  html: string,
): Promise<void> {
  const tokens = new Set(
    [...html.matchAll(/href="\/user_uploads\/0\/([0-9a-f]{32})\//g)].map((match) => match[1]!),
  )
  for (const token of tokens) {
    const id = files.idOf(token)
    if (id !== undefined) {
      await archive.write('attachment_messages', { realm_id: 0, attachment_id: id, message_id: messageId })
    }
  }
}
