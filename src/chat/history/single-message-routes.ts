import { Type } from '@sinclair/typebox'
import { PreparedAnswer } from '../http/envelope.ts'
import { anyText, json } from '../http/parameter.ts'
import { endpointOf } from '../identity/calls/endpoint.ts'
import { messageId } from '../messages/message-parameters.ts'
import { MessageSchema } from '../messages/message-view.ts'
import { getMessage } from './get-message.ts'
import type { History } from './history.ts'
import { matchMessages } from './match-messages.ts'
import { applyMarkdown, clientAvatar, narrow } from './page-parameters.ts'
import { previewMessage } from './preview-message.ts'

const endpoint = endpointOf<History>()

const IDS_LIMIT = 5000

const MatchSchema = Type.Object(
  { match_content: Type.String(), match_subject: Type.String() },
  { additionalProperties: false },
)

/** Paths without an id come first, because they would match as an id. */
export const singleMessageRoutes = [
  endpoint({
    method: 'POST',
    path: '/messages/render',
    summary: 'Render a message',
    description: 'Renders a text as if it were sent now. Nothing is stored.',
    access: 'read messages, topics and files',
    parameters: { content: anyText('The message, in Markdown: at most 10000 bytes.') },
    response: Type.Object({ rendered: Type.String() }, { additionalProperties: false }),
    async handle({ chat, actor, input }) {
      return { rendered: await previewMessage(chat, actor, input.content) }
    },
  }),
  endpoint({
    method: 'GET',
    path: '/messages/matches_narrow',
    summary: 'Check if messages match a narrow',
    description: 'Returns those that match, by id, with search terms highlighted.',
    access: 'read messages, topics and files',
    parameters: {
      msg_ids: json('Ids of the messages.', Type.Array(Type.Integer(), { maxItems: IDS_LIMIT })),
      narrow,
    },
    response: Type.Object(
      { messages: Type.Record(Type.String(), MatchSchema) },
      { additionalProperties: false },
    ),
    async handle({ chat, actor, input }) {
      return { messages: await matchMessages(chat, actor, input.msg_ids, input.narrow) }
    },
  }),
  endpoint({
    method: 'GET',
    path: '/messages/:message_id',
    summary: 'Fetch a single message',
    description: 'The message as in Get messages, and its Markdown source.',
    access: 'read messages, topics and files',
    parameters: { message_id: messageId, apply_markdown: applyMarkdown, client_avatar: clientAvatar },
    response: Type.Object(
      { raw_content: Type.String(), message: MessageSchema },
      { additionalProperties: false },
    ),
    async handle({ chat, actor, input }) {
      const { rawContent, json } = await getMessage(chat, actor, input.message_id, {
        applyMarkdown: input.apply_markdown,
        clientAvatar: input.client_avatar,
      })
      return new PreparedAnswer(`"raw_content":${JSON.stringify(rawContent)},"message":${json}`)
    },
  }),
]
