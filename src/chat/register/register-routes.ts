import { Type } from '@sinclair/typebox'
import { registerDefaults } from '../events/event-queues/register-defaults.ts'
import type { Events } from '../events/events.ts'
import { PreparedAnswer } from '../http/envelope.ts'
import { writeFields } from '../http/json-text.ts'
import { endpointOf } from '../identity/calls/endpoint.ts'
import { CHAT_VERSION, FEATURE_LEVEL } from '../organization/server-settings/server-version.ts'
import { InitialDataSchema } from './initial-data-schema.ts'
import { fetchTypes, queueOptions, registerParameters } from './register-parameters.ts'
import { registerQueue } from './register-queue.ts'

const endpoint = endpointOf<Events>()

export const registerRoutes = [
  endpoint({
    method: 'POST',
    path: '/register',
    summary: 'Register an event queue',
    description: 'Returns the initial state of everything that the events of the queue will change.',
    access: 'receive events',
    parameters: registerParameters,
    response: Type.Object(
      {
        queue_id: Type.String(),
        last_event_id: Type.Integer(),
        chat_version: Type.String(),
        zulip_version: Type.String(),
        zulip_feature_level: Type.Integer(),
        ...InitialDataSchema.properties,
      },
      { additionalProperties: false },
    ),
    async handle({ chat, actor, input }) {
      const options = queueOptions(
        input,
        chat.config.eventQueueIdleSeconds,
        await registerDefaults(chat, actor.user),
      )
      const { queue, initialData } = await registerQueue(chat, actor, options, fetchTypes(input))
      const fields = {
        queue_id: queue.id,
        last_event_id: -1,
        chat_version: CHAT_VERSION,
        zulip_version: CHAT_VERSION,
        zulip_feature_level: FEATURE_LEVEL,
        ...initialData,
      }
      return new PreparedAnswer(writeFields(fields))
    },
  }),
]
