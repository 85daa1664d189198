import { Type } from '@sinclair/typebox'
import { badRequest } from '../../chat-error.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import { checkValue } from '../../http/check-value.ts'
import { boolean, integer, optional, text } from '../../http/parameter.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import { getPersonStatus } from './get-person-status.ts'
import { PersonStatusSchema } from './person-status-view.ts'
import { setPersonStatus } from './set-person-status.ts'

const endpoint = endpointOf<ChatPlatform>()

const StatusText = Type.String({ maxLength: 60 })

export const personStatusRoutes = [
  endpoint({
    method: 'POST',
    path: '/users/me/status',
    summary: 'Update your status',
    description: 'Omitted arguments leave their fields unchanged; an empty text clears its field.',
    access: 'change their own picture, status and words',
    parameters: {
      status_text: optional(text('Up to 60 characters.', StatusText)),
      away: optional(boolean('Show the user as away, regardless of presence.')),
      emoji_name: optional(text('An emoji next to the text.')),
      emoji_code: optional(text('Code of the emoji, as in reactions.')),
      reaction_type: optional(text('`unicode_emoji`, `realm_emoji` or `zulip_extra_emoji`.')),
    },
    response: Type.Object({}, { additionalProperties: false }),
    async handle({ chat, actor, input }) {
      const statusText = input.status_text?.trim()
      const complaint =
        statusText === undefined ? undefined : checkValue(StatusText, statusText, 'status_text')
      if (complaint) throw badRequest(complaint)
      await setPersonStatus(chat, actor, {
        away: input.away,
        text: statusText,
        emojiName: input.emoji_name,
        emojiCode: input.emoji_code,
        reactionType: input.reaction_type,
      })
      return {}
    },
  }),
  endpoint({
    method: 'GET',
    path: '/users/:user_id/status',
    summary: "Get a user's status",
    access: 'see people',
    parameters: { user_id: integer('Id of the user.') },
    response: Type.Object({ status: PersonStatusSchema }, { additionalProperties: false }),
    handle: async ({ chat, actor, input }) => ({
      status: await getPersonStatus(chat, actor, input.user_id),
    }),
  }),
]
