import { Type } from '@sinclair/typebox'
import { badRequest } from '../../chat-error.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import { checkValue } from '../../http/check-value.ts'
import { boolean, type Input, integer, json, optional, text } from '../../http/parameter.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import { getPersonStatus } from './get-person-status.ts'
import { PersonStatusSchema } from './person-status-view.ts'
import { type StatusChange, setOwnStatus, setStatusOf } from './set-person-status.ts'

const endpoint = endpointOf<ChatPlatform>()

const StatusText = Type.String({ maxLength: 60 })
/** Until the end of the year 9999. */
const ClearTime = Type.Union([Type.Integer({ maximum: 253_402_300_799 }), Type.Null()])

const statusParameters = {
  status_text: optional(text('Up to 60 characters.', StatusText)),
  away: optional(boolean('Show the user as away, regardless of presence. Ends do_not_disturb.')),
  do_not_disturb: optional(
    boolean('Send the user no notifications; linked phones are busy for callers. Ends away.'),
  ),
  emoji_name: optional(text('An emoji next to the text.')),
  emoji_code: optional(text('Code of the emoji, as in reactions.')),
  reaction_type: optional(text('`unicode_emoji`, `realm_emoji` or `zulip_extra_emoji`.')),
  clear_at: optional(
    json(
      'When the server clears the status, as a UNIX time in seconds; null: never. A change without it is never cleared.',
      ClearTime,
    ),
  ),
}

export const personStatusRoutes = [
  endpoint({
    method: 'POST',
    path: '/users/me/status',
    summary: 'Update your status',
    description: 'Omitted arguments leave their fields unchanged; an empty text clears its field.',
    access: 'change their own picture, status and words',
    parameters: statusParameters,
    response: Type.Object({}, { additionalProperties: false }),
    async handle({ chat, actor, input }) {
      await setOwnStatus(chat, actor, readChange(input))
      return {}
    },
  }),
  endpoint({
    method: 'POST',
    path: '/users/:user_id/status',
    summary: "Update a user's status",
    description: 'For scripts of administrators, such as those of a calendar. As with your own status.',
    access: 'create, change and close accounts',
    parameters: { user_id: integer('Id of the user.'), ...statusParameters },
    response: Type.Object({}, { additionalProperties: false }),
    async handle({ chat, actor, input }) {
      await setStatusOf(chat, actor, input.user_id, readChange(input))
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

function readChange(input: Input<typeof statusParameters>): StatusChange {
  const text = input.status_text?.trim()
  const complaint = text === undefined ? undefined : checkValue(StatusText, text, 'status_text')
  if (complaint) throw badRequest(complaint)
  return {
    away: input.away,
    doNotDisturb: input.do_not_disturb,
    text,
    emojiName: input.emoji_name,
    emojiCode: input.emoji_code,
    reactionType: input.reaction_type,
    clearAt: input.clear_at,
  }
}
