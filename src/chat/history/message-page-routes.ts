import { Type } from '@sinclair/typebox'
import { badRequest } from '../chat-error.ts'
import { PreparedAnswer } from '../http/envelope.ts'
import { boolean, naturalNumber, optional, otherwise } from '../http/parameter.ts'
import { endpointOf } from '../identity/calls/endpoint.ts'
import { MessageSchema } from '../messages/message-view.ts'
import { getMessages, type WantedMessages } from './get-messages.ts'
import type { History } from './history.ts'
import { anchorDate, applyMarkdown, clientAvatar, narrow, pageAnchor } from './page-parameters.ts'

const endpoint = endpointOf<History>()

export const messagePageRoutes = [
  endpoint({
    method: 'GET',
    path: '/messages',
    summary: 'Get messages',
    access: 'read messages, topics and files',
    parameters: {
      anchor: optional(pageAnchor),
      anchor_date: optional(anchorDate),
      use_first_unread_anchor: otherwise(
        boolean('Use the first unread message of the narrow as anchor.'),
        false,
      ),
      num_before: naturalNumber('Number of messages with ids below the anchor.'),
      num_after: naturalNumber('Number of messages with ids above the anchor.'),
      narrow,
      client_avatar: clientAvatar,
      apply_markdown: applyMarkdown,
    },
    response: Type.Object(
      {
        anchor: Type.Integer(),
        found_anchor: Type.Boolean(),
        found_oldest: Type.Boolean(),
        found_newest: Type.Boolean(),
        history_limited: Type.Boolean(),
        messages: Type.Array(MessageSchema),
      },
      { additionalProperties: false },
    ),
    async handle({ chat, actor, input }) {
      const result = await getMessages(chat, actor, {
        anchor: chosenAnchor(input.anchor, input.use_first_unread_anchor, input.anchor_date),
        numBefore: input.num_before,
        numAfter: input.num_after,
        narrow: input.narrow,
        clientAvatar: input.client_avatar,
        applyMarkdown: input.apply_markdown,
      })
      const { anchor, foundAnchor, foundOldest, foundNewest } = result
      const start =
        `"anchor":${anchor},"found_anchor":${foundAnchor},"found_oldest":${foundOldest},` +
        `"found_newest":${foundNewest},"history_limited":false,"messages":[`
      return new PreparedAnswer(start, result.messages, ']')
    },
  }),
]

/** Existing clients send both; the computed anchor wins. */
function chosenAnchor(
  given: number | 'first_unread' | 'date' | undefined,
  useFirstUnread: boolean,
  since: number | undefined,
): WantedMessages['anchor'] {
  if (useFirstUnread) return 'first_unread'
  if (given === undefined)
    throw badRequest("Missing 'anchor' argument (or set 'use_first_unread_anchor'=True).")
  if (given !== 'date') return given
  if (since === undefined) throw badRequest("Missing 'anchor_date' argument")
  return { since }
}
