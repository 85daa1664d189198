import { Type } from '@sinclair/typebox'
import { boolean, otherwise, text } from '../../http/parameter.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import type { People } from '../people.ts'
import { getPresence, getPresences } from './get-presences.ts'
import { PresencesSchema } from './presence-events.ts'
import { reportPresence } from './report-presence.ts'

const endpoint = endpointOf<People>()

const exact = { additionalProperties: false }
const allFields = { server_timestamp: Type.Number(), presences: PresencesSchema }
const slim = otherwise(boolean('Key the presences by user id, with only the newest timestamps.'), false)

export const presenceRoutes = [
  endpoint({
    method: 'POST',
    path: '/users/me/presence',
    summary: 'Tell that you are there',
    description: 'Clients call this every minute. The response says who else is online.',
    access: 'change their own account',
    parameters: {
      status: text('`active` or `idle`.'),
      ping_only: otherwise(boolean('Omit the presence of others from the response.'), false),
      new_user_input: otherwise(boolean('Whether the user typed or clicked since the last report.'), false),
      slim_presence: slim,
    },
    response: Type.Partial(Type.Object(allFields), exact),
    async handle({ chat, actor, client, input }) {
      await reportPresence(chat, actor, client, input.status)
      return input.ping_only ? {} : getPresences(chat, actor.realm, input.slim_presence)
    },
  }),
  endpoint({
    method: 'GET',
    path: '/users/:user_id/presence',
    summary: "Get a user's presence",
    access: 'see people',
    parameters: { user_id: text('Id or email address of the user.') },
    response: Type.Object(
      {
        presence: Type.Record(
          Type.String(),
          Type.Object({ status: Type.String(), timestamp: Type.Integer() }, exact),
          { description: '`aggregated` and `website`, and one entry for each client.' },
        ),
      },
      exact,
    ),
    handle: ({ chat, actor, input }) => getPresence(chat, actor.realm, input.user_id),
  }),
  endpoint({
    method: 'GET',
    path: '/realm/presence',
    summary: 'Get the presence of everybody',
    access: 'see people',
    parameters: { slim_presence: slim },
    response: Type.Object(allFields, exact),
    handle: ({ chat, actor, input }) => getPresences(chat, actor.realm, input.slim_presence),
  }),
]
