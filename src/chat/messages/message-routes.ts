import { Type } from '@sinclair/typebox'
import { badRequest } from '../chat-error.ts'
import { PreparedAnswer } from '../http/envelope.ts'
import { alias, anyText, boolean, json, optional, otherwise, text } from '../http/parameter.ts'
import { endpointOf } from '../identity/calls/endpoint.ts'
import { topicName } from '../streams/topic-name.ts'
import { deleteMessage } from './message-edits/delete-message.ts'
import { editMessage, propagateModes } from './message-edits/edit-message.ts'
import { getMessageHistory } from './message-edits/get-message-history.ts'
import { messageId } from './message-parameters.ts'
import type { Messages } from './messages.ts'
import { recipients } from './sending/recipients-parameter.ts'
import { type LocalEcho, sendMessage } from './sending/send-message.ts'

const endpoint = endpointOf<Messages>()

const RETRY_KEY_LIMIT = 255
const nothing = Type.Object({}, { additionalProperties: false })
const topic = optional(alias(topicName('The topic: at most 60 characters.'), 'subject'))

const Snapshot = Type.Object(
  {
    topic: Type.String(),
    content: Type.String(),
    rendered_content: Type.String(),
    timestamp: Type.Integer(),
    user_id: Type.Integer(),
    prev_topic: Type.Optional(Type.String()),
    prev_stream: Type.Optional(Type.Integer({ description: 'Id of the stream from which it was moved.' })),
    prev_content: Type.Optional(Type.String()),
    prev_rendered_content: Type.Optional(Type.String()),
    content_html_diff: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
)

export const messageRoutes = [
  endpoint({
    method: 'POST',
    path: '/messages',
    summary: 'Send a message',
    description:
      'A retry with the same `Idempotency-Key` header (or the same queue_id and local_id) returns the first response again and sends nothing.',
    access: 'send messages',
    parameters: {
      type: text('`private` (or `direct`) or `stream` (or `channel`).'),
      content: anyText('The message, in Markdown: at most 10000 bytes.'),
      to: otherwise(recipients('A stream, or a CSV or JSON list of people: names or ids.'), []),
      delivery_type: optional(text('Only `send_now`. To send later, use /scheduled_messages.')),
      topic,
      queue_id: optional(text("Queue of this client. The sender's own event then carries local_message_id.")),
      local_id: optional(text("The client's own id of the message.")),
      read_by_sender: optional(boolean('Whether it counts as read for you. Default: from apps for people.')),
    },
    response: Type.Object(
      {
        id: Type.Integer(),
        message_url: Type.String({ description: 'The address of the message in the web app.' }),
      },
      { additionalProperties: false },
    ),
    async handle({ chat, actor, input, client, request }) {
      const { queue_id, local_id } = input
      const local = queue_id !== undefined && local_id !== undefined ? { queue_id, local_id } : undefined
      const { type, to, content, delivery_type: when } = input
      if (when !== undefined && when !== 'send_now') {
        throw badRequest(`delivery_type '${when}' is not supported: use /scheduled_messages`)
      }
      const { id, url } = await sendMessage(chat, actor, {
        type,
        to,
        content,
        topic: input.topic,
        client,
        readBySender: input.read_by_sender,
        retryKey: retryKeyOf(request.headers['idempotency-key'], local),
        local,
      })
      return new PreparedAnswer(`"id":${id},"message_url":${JSON.stringify(url)}`)
    },
  }),
  endpoint({
    method: 'PATCH',
    path: '/messages/:message_id',
    summary: 'Edit or move a message',
    description:
      'With stream_id, it moves to another stream in which you may send, and others of its topic with it. Readers of the other stream see it; everyone else loses it. Read state, stars, reactions and files stay.',
    access: 'edit messages',
    parameters: {
      message_id: messageId,
      topic,
      stream_id: optional(
        json('Id of the stream to which it moves. Not together with content.', Type.Integer()),
      ),
      content: optional(anyText('The new content.')),
      prev_content_sha256: optional(
        text('SHA-256 of the content that the client changes, in hexadecimal: another content is an error.'),
      ),
      propagate_mode: otherwise(
        text('Which messages of the topic change with it: change_one, change_later or change_all.'),
        'change_one',
      ),
      send_notification_to_old_thread: otherwise(
        json('After a move to another stream: post a notice in the old topic.', Type.Boolean()),
        false,
      ),
      send_notification_to_new_thread: otherwise(
        json('After a move to another stream: post a notice in the new topic.', Type.Boolean()),
        true,
      ),
    },
    response: nothing,
    async handle({ chat, actor, input }) {
      const propagateMode = propagateModes.find((mode) => mode === input.propagate_mode)
      if (!propagateMode) throw badRequest(`Invalid propagate_mode '${input.propagate_mode}'`)
      await editMessage(chat, actor, input.message_id, {
        topic: input.topic,
        streamId: input.stream_id,
        content: input.content,
        previousHash: input.prev_content_sha256,
        propagateMode,
        notices: {
          oldThread: input.send_notification_to_old_thread,
          newThread: input.send_notification_to_new_thread,
        },
      })
      return {}
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/messages/:message_id',
    summary: 'Delete a message',
    description: 'Deletes it permanently. Administrators can; senders can if the organization allows it.',
    access: 'delete messages',
    parameters: { message_id: messageId },
    response: nothing,
    async handle({ chat, actor, input }) {
      await deleteMessage(chat, actor, input.message_id)
      return {}
    },
  }),
  endpoint({
    method: 'GET',
    path: '/messages/:message_id/history',
    summary: "Get a message's edit history",
    access: 'read messages, topics and files',
    parameters: { message_id: messageId },
    response: Type.Object({ message_history: Type.Array(Snapshot) }, { additionalProperties: false }),
    async handle({ chat, actor, input }) {
      return { message_history: await getMessageHistory(chat, actor, input.message_id) }
    },
  }),
]

function retryKeyOf(header: unknown, local: LocalEcho | undefined): string | undefined {
  const key = typeof header === 'string' && header !== '' ? `key:${header}` : undefined
  if (key !== undefined && key.length > 'key:'.length + RETRY_KEY_LIMIT) {
    throw badRequest(`Idempotency-Key is too long (limit: ${RETRY_KEY_LIMIT})`)
  }
  return key ?? (local && `local:${local.queue_id}:${local.local_id}`)
}
