import { Type } from '@sinclair/typebox'
import { badRequest } from '../../chat-error.ts'
import { checkValue } from '../../http/check-value.ts'
import { boolean, integer, optional, text } from '../../http/parameter.ts'
import { endpoint } from '../../identity/calls/endpoint.ts'
import { getPersonStatus } from './get-person-status.ts'
import { PersonStatusSchema } from './person-status-view.ts'
import { setPersonStatus } from './set-person-status.ts'

const StatusText = Type.String({ maxLength: 60 })

export const personStatusRoutes = [
  endpoint({
    method: 'POST',
    path: '/users/me/status',
    summary: 'Update your status',
    description: 'What is absent stays as it is; an empty text takes away what was there.',
    access: 'users',
    parameters: {
      status_text: optional(text('Up to 60 characters.', StatusText)),
      away: optional(boolean('Shown as away, whatever the presence says.')),
      emoji_name: optional(text('An emoji beside the text.')),
      emoji_code: optional(text('Which one exactly, as in reactions.')),
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
    access: 'users',
    parameters: { user_id: integer('Id of the user.') },
    response: Type.Object({ status: PersonStatusSchema }, { additionalProperties: false }),
    handle: async ({ chat, actor, input }) => ({
      status: await getPersonStatus(chat, actor, input.user_id),
    }),
  }),
]
