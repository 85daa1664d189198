import { Type } from '@sinclair/typebox'
import type { FileStorage } from '../../files/file-storage.ts'
import { operationOf } from '../../http/operation.ts'
import { pageNumber, pageOf, pageSize } from '../../http/paging.ts'
import { conversationToRead, conversationToSee } from '../texting-conversation-access.ts'
import { deleteMessagesOf } from './delete-texting-messages.ts'
import { MessagesToRead, markMessagesAsRead, ReadMessagesSchema } from './mark-messages-as-read.ts'
import { NewMessage, publishMessages } from './publish-messages.ts'
import { listMessagesOf } from './show-texting-messages.ts'
import { PublishedMessageSchema, TextingMessageSchema } from './texting-message-events.ts'

const operation = operationOf<FileStorage>()

const area = 'Texting'
const strict = { additionalProperties: false }

export const textingMessageRoutes = [
  operation({
    method: 'GET',
    path: '/texting/conversations/:conversation_id/messages',
    area,
    summary: 'List the messages of a conversation',
    description: 'Newest first.',
    access: 'read texts',
    query: Type.Object({ page: pageNumber, per_page: pageSize }, strict),
    success: { status: 200, schema: Type.Array(TextingMessageSchema), paged: true },
    problems: [400, 404],
    find: ({ context, actor, params }) => conversationToRead(context, actor, params.conversation_id!),
    handle: ({ context, actor, subject, query }) =>
      listMessagesOf(context, actor, subject, pageOf(query.page, query.per_page)),
  }),
  operation({
    method: 'POST',
    path: '/texting/conversations/:conversation_id/messages/publish',
    area,
    summary: 'Send a message',
    description:
      'Answers with one message for each recipient, queued: `texting.message.updated` tells what becomes of it. 400 when a recipient has opted out, unless `with_warning` is true.',
    access: 'send, mark and delete texts',
    body: NewMessage,
    nullIsAbsent: true,
    success: { status: 201, schema: Type.Array(PublishedMessageSchema) },
    problems: [400, 404],
    find: ({ context, actor, params }) => conversationToSee(context, actor, params.conversation_id!),
    handle: ({ context, actor, subject, body }) => publishMessages(context, actor, subject.id, body),
  }),
  operation({
    method: 'DELETE',
    path: '/texting/conversations/:conversation_id/messages',
    area,
    summary: 'Delete messages',
    description:
      'Answers with what was deleted. What still waits to be sent is not sent. 404 when none of them exists.',
    access: 'send, mark and delete texts',
    query: Type.Object(
      {
        ids: Type.String({
          pattern: '^[0-9a-f]{24}(,[0-9a-f]{24})*$',
          title: 'ids with commas between them',
          description: 'At most 100 message ids, separated by commas.',
        }),
      },
      strict,
    ),
    success: { status: 200, schema: Type.Array(TextingMessageSchema) },
    problems: [400, 404, 409],
    find: ({ context, actor, params }) => conversationToSee(context, actor, params.conversation_id!),
    handle: ({ context, actor, subject, query }) => deleteMessagesOf(context, actor, subject.id, query.ids),
  }),
  operation({
    method: 'POST',
    path: '/texting/conversations/:conversation_id/messages/read',
    area,
    summary: 'Mark messages as read',
    description: 'Returns the messages that were unread; other ids are ignored.',
    access: 'send, mark and delete texts',
    body: MessagesToRead,
    success: { status: 200, schema: ReadMessagesSchema },
    problems: [400, 404],
    find: ({ context, actor, params }) => conversationToSee(context, actor, params.conversation_id!),
    handle: ({ context, actor, subject, body }) =>
      markMessagesAsRead(context, actor, { conversation_id: subject.id, ...body }),
  }),
]
