import type { ChatTransaction } from '../../chat-platform.ts'
import type { Actor } from '../../identity/users/user.ts'
import type { RenderedMarkdown } from '../../markdown/markdown-context.ts'
import type { Stream } from '../../streams/stream.ts'
import { listFlagsOf } from '../flags/message-flag-store.ts'
import { changeAudience, isHistoryShared, type MessageUpdate, messageUpdated } from '../message-events.ts'
import type { MessagesTable } from '../messages-table.ts'

export interface Changes {
  topic?: string
  topicLinks?: string[]
  /** with a topic: the stream to which the messages move */
  stream?: Stream
  content?: string
  rendered?: RenderedMarkdown
}

/** What the event says about an edit, apart from the messages. */
export interface AnnouncedEdit {
  editor: Actor
  mode: string
  now: number
  /** perhaps archived; undefined: a private conversation */
  stream: Stream | undefined
  /** the people of a private conversation */
  members: readonly number[] | null
}

/** Announces that a message changed, and that others moved with it. All of them are given as they were before. */
export async function announceEdit(
  transaction: ChatTransaction,
  edit: AnnouncedEdit,
  changes: Changes,
  message: MessagesTable,
  others: readonly MessagesTable[],
): Promise<void> {
  const { stream, members, editor } = edit
  // The editor may have left the stream before it was archived.
  const also = stream?.deactivated && { users: [editor.user.id] }
  const audienceOf = (one: MessagesTable) => ({ ...changeAudience(one, stream, members), ...also })
  const isTogether = !stream || isHistoryShared(stream)
  const flags = await flagsByUser(transaction, isTogether ? [message] : [message, ...others])
  const describe = describer(edit, flags)
  const ids = isTogether ? [message, ...others].map(({ id }) => id) : [message.id]
  const update = describe(message, changes)
  transaction.announce(
    messageUpdated({ ...update, message_ids: ids.sort((one, other) => one - other) }, audienceOf(message)),
  )
  if (isTogether) return
  const moved: Changes = { topic: changes.topic!, topicLinks: changes.topicLinks! }
  for (const other of others) {
    transaction.announce(
      messageUpdated({ ...describe(other, moved), message_ids: [other.id] }, audienceOf(other)),
    )
  }
}

/** The event of messages that move to another stream, without the list of all. */
export async function describeMove(
  transaction: ChatTransaction,
  edit: AnnouncedEdit,
  changes: Changes,
  message: MessagesTable,
): Promise<Omit<MessageUpdate, 'message_ids'>> {
  const describe = describer(edit, await flagsByUser(transaction, [message]))
  const update = { ...describe(message, changes), new_stream_id: changes.stream!.id }
  // Subscribers of the other stream must not learn the name of a private one.
  if (edit.stream!.invite_only) delete update.stream_name
  return update
}

type FlagsByUser = Record<number, string[]>

/**
 * The flags that the event carries for each reader who has or had any: caches learn from it whose changed. They change
 * only with the content, not with a move.
 */
async function flagsByUser(
  { db }: ChatTransaction,
  messages: readonly MessagesTable[],
): Promise<ReadonlyMap<number, FlagsByUser>> {
  const byMessage = new Map<number, FlagsByUser>(messages.map(({ id }) => [id, {}]))
  const rows = await listFlagsOf(
    db,
    messages[0]!.realm_id,
    messages.map(({ id }) => id),
  )
  for (const row of rows) {
    const own = [...(row.mentioned ? ['mentioned'] : []), ...(row.has_alert_word ? ['has_alert_word'] : [])]
    byMessage.get(row.message_id)![row.user_id] = own
  }
  return byMessage
}

function describer(
  { editor, mode, now, stream }: AnnouncedEdit,
  flags: ReadonlyMap<number, FlagsByUser>,
): (message: MessagesTable, changes: Changes) => Omit<MessageUpdate, 'message_ids'> {
  const place = stream && { stream_id: stream.id, stream_name: stream.name }
  return (message, changes) => ({
    user_id: editor.user.id,
    sender: editor.user.email,
    message_id: message.id,
    edit_timestamp: now,
    rendering_only: false,
    flags_by_user: flags.get(message.id)!,
    everyone: changes.rendered?.mentionsEveryone ?? message.mentions_everyone === 1,
    ...place,
    ...(changes.topic !== undefined && {
      orig_subject: message.topic,
      subject: changes.topic,
      subject_links: changes.topicLinks!,
      propagate_mode: mode,
    }),
    ...(changes.content !== undefined &&
      editor.realm.settings.allow_edit_history && {
        orig_content: message.content,
        orig_rendered_content: message.rendered_content,
      }),
    ...(changes.content !== undefined && {
      content: changes.content,
      rendered_content: changes.rendered!.html,
      prev_rendered_content_version: 1,
      is_me_message: changes.content.startsWith('/me '),
    }),
  })
}
