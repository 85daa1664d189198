import { Type } from '@sinclair/typebox'
import { operationOf } from '../../http/operation.ts'
import { pageNumber, pageOf, pageSize } from '../../http/paging.ts'
import { searchWords } from '../../http/search-words.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { conversationToSee } from '../texting-conversation-access.ts'
import { NewConversation, openConversation } from './open-conversation.ts'
import {
  deleteConversation,
  listOwnConversations,
  pinConversation,
  showOwnConversation,
} from './texting-conversation-actions.ts'
import { ConversationSchema } from './texting-conversation-events.ts'

const operation = operationOf<TelephonyPlatform>()

const area = 'Texting'
const strict = { additionalProperties: false }

export const textingConversationRoutes = [
  operation({
    method: 'GET',
    path: '/texting/conversations',
    area,
    summary: 'List the conversations',
    description:
      'Pinned ones first, then by the last activity. The primary user sees all, anybody else those of the numbers assigned to them.',
    access: 'read texts',
    query: Type.Object(
      {
        page: pageNumber,
        per_page: pageSize,
        search: searchWords(
          'Part of the name of the conversation, or of the name, number or email address of a recipient.',
        ),
        sort: Type.Optional(
          Type.Union([Type.Literal('last_activity'), Type.Literal('unread')], {
            default: 'last_activity',
            description: '`unread`: those with unread messages come before the others.',
          }),
        ),
        filter_by: Type.Optional(
          Type.Union([Type.Literal('unread'), Type.Literal('failed')], {
            description:
              '`unread`: with unread messages; `failed`: whose last message failed or was not delivered.',
          }),
        ),
        from_numbers: Type.Optional(
          Type.String({
            maxLength: 5000,
            description: 'Only those of these numbers, separated by commas.',
          }),
        ),
        contact_id: Type.Optional(
          Type.String({ pattern: '^[0-9a-f]{24}$', title: 'an id', description: 'Of a texting contact.' }),
        ),
      },
      strict,
    ),
    success: { status: 200, schema: Type.Array(ConversationSchema), paged: true },
    problems: [400],
    handle: ({ context, actor, query }) =>
      listOwnConversations(context, actor, query, pageOf(query.page, query.per_page)),
  }),
  operation({
    method: 'POST',
    path: '/texting/conversations',
    area,
    summary: 'Create or get a conversation',
    description:
      'Answers with the conversation of these recipients from this number, which is created if there is none. Recipients who are not known become texting contacts.',
    access: 'send, mark and delete texts',
    body: NewConversation,
    nullIsAbsent: true,
    success: { status: 200, schema: ConversationSchema },
    problems: [400],
    handle: ({ context, actor, body }) => openConversation(context, actor, body),
  }),
  operation({
    method: 'GET',
    path: '/texting/conversations/:conversation_id',
    area,
    summary: 'Get a conversation',
    access: 'read texts',
    success: { status: 200, schema: ConversationSchema },
    problems: [404],
    find: ({ context, actor, params }) => conversationToSee(context, actor, params.conversation_id!),
    handle: ({ context, actor, subject }) => showOwnConversation(context, actor, subject.id),
  }),
  operation({
    method: 'POST',
    path: '/texting/conversations/:conversation_id/pin',
    area,
    summary: 'Pin a conversation',
    description: 'Pinned conversations come first for everyone who sees them.',
    access: 'send, mark and delete texts',
    body: Type.Object({ pin: Type.Boolean() }, strict),
    success: { status: 200, schema: ConversationSchema },
    problems: [400, 404],
    find: ({ context, actor, params }) => conversationToSee(context, actor, params.conversation_id!),
    handle: ({ context, actor, subject, body }) => pinConversation(context, actor, subject.id, body.pin),
  }),
  operation({
    method: 'DELETE',
    path: '/texting/conversations/:conversation_id',
    area,
    summary: 'Delete a conversation',
    description:
      'With its messages, for everybody who sees it; what still waits to be sent is not sent. Answers with what was deleted.',
    access: 'send, mark and delete texts',
    success: { status: 200, schema: ConversationSchema },
    problems: [404, 409],
    find: ({ context, actor, params }) => conversationToSee(context, actor, params.conversation_id!),
    handle: ({ context, actor, subject }) => deleteConversation(context, actor, subject.id),
  }),
]
