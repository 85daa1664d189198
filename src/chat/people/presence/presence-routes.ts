import { Type } from '@sinclair/typebox'
import { boolean, otherwise, text } from '../../http/parameter.ts'
import { endpoint } from '../../identity/calls/endpoint.ts'
import { getPresence, getPresences } from './get-presences.ts'
import { PresencesSchema } from './presence-view.ts'
import { tellPresence } from './tell-presence.ts'

const exact = { additionalProperties: false }
const allFields = { server_timestamp: Type.Number(), presences: PresencesSchema }
const slim = otherwise(boolean('By user id, and only the newest times.'), false)

export const presenceRoutes = [
  endpoint({
    method: 'POST',
    path: '/users/me/presence',
    summary: 'Tell that you are there',
    description: 'Clients call it every minute, and show by its answer who else is there.',
    access: 'humans',
    parameters: {
      status: text('`active` or `idle`.'),
      ping_only: otherwise(boolean('The presence of the others is not wanted.'), false),
      new_user_input: otherwise(boolean('Something was typed or clicked since the last time.'), false),
      slim_presence: slim,
    },
    response: Type.Partial(Type.Object(allFields), exact),
    async handle({ chat, actor, client, input }) {
      await tellPresence(chat, actor, client, input.status)
      return input.ping_only ? {} : getPresences(chat, actor.realm, input.slim_presence)
    },
  }),
  endpoint({
    method: 'GET',
    path: '/users/:user_id/presence',
    summary: "Get a user's presence",
    access: 'users',
    parameters: { user_id: text('Id or email address of the user.') },
    response: Type.Object(
      {
        presence: Type.Record(
          Type.String(),
          Type.Object({ status: Type.String(), timestamp: Type.Integer() }, exact),
          { description: '`aggregated`, and one entry for each program.' },
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
    access: 'users',
    parameters: { slim_presence: slim },
    response: Type.Object(allFields, exact),
    handle: ({ chat, actor, input }) => getPresences(chat, actor.realm, input.slim_presence),
  }),
]
