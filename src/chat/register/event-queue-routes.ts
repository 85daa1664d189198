import { Type } from '@sinclair/typebox'
import { badRequest } from '../chat-error.ts'
import type { Credential, QueueEvent } from '../events/event-delivery/live-queue.ts'
import { deleteQueue } from '../events/event-queues/delete-queue.ts'
import { accessQueue, getEvents } from '../events/event-queues/get-events.ts'
import { openEventStream } from '../events/event-queues/open-event-stream.ts'
import { registerDefaults } from '../events/event-queues/register-defaults.ts'
import type { Events } from '../events/events.ts'
import { PreparedAnswer } from '../http/envelope.ts'
import { featureLevel } from '../http/feature-level.ts'
import { writeFields } from '../http/json-text.ts'
import { boolean, integer, optional, otherwise, text } from '../http/parameter.ts'
import { endpointOf } from '../identity/calls/endpoint.ts'
import type { Session } from '../identity/sessions/session.ts'
import type { Actor } from '../identity/users/user.ts'
import { CHAT_VERSION } from '../organization/server-settings/server-version.ts'
import { InitialDataSchema } from './initial-data-schema.ts'
import { fetchTypes, queueOptions, registerParameters } from './register-parameters.ts'
import { registerQueue } from './register-queue.ts'

const endpoint = endpointOf<Events>()

const Event = Type.Object(
  { id: Type.Integer(), type: Type.String() },
  { additionalProperties: true, description: 'Further fields depend on the type: see docs/events.md.' },
)

/** A client that registers by polling wants only new events. */
const noInitialData: string[] = []

const refusal = 'You are not authorized to get events from this queue'

export const eventQueueRoutes = [
  endpoint({
    method: 'GET',
    path: '/events',
    summary: 'Get events from an event queue',
    description:
      'Blocks until there is an event, or a heartbeat is due. Without queue_id, it registers a queue with the parameters of register.',
    access: 'receive events',
    budget: 'polls',
    parameters: {
      queue_id: optional(text('The queue, from register.')),
      last_event_id: optional(integer('Highest event id received so far; acknowledges everything up to it.')),
      dont_block: otherwise(boolean('Return at once, even without events.'), false),
      ...registerParameters,
    },
    response: Type.Object(
      {
        events: Type.Array(Event),
        queue_id: Type.String(),
        last_event_id: Type.Optional(
          Type.Integer({ description: 'Only if this request registered the queue.' }),
        ),
      },
      { additionalProperties: false },
    ),
    async handle({ chat, actor, session, input, request }) {
      const wanted = {
        dontBlock: input.dont_block,
        credential: credentialOf(actor, session),
        left: (call: () => void) => void request.raw.once('close', call),
      }
      if (input.queue_id === undefined) {
        const options = queueOptions(
          input,
          chat.config.eventQueueIdleSeconds,
          await registerDefaults(chat, actor.user),
          featureLevel(request),
        )
        const { queue } = await registerQueue(chat, actor, options, noInitialData)
        const events = await getEvents(chat, queue, { ...wanted, lastEventId: -1 })
        return eventsAnswer(`"queue_id":"${queue.id}","last_event_id":-1`, events)
      }
      const queue = await accessQueue(chat, actor, input.queue_id, refusal)
      const lastEventId = input.last_event_id ?? missingLastEventId()
      const events = await getEvents(chat, queue, { ...wanted, lastEventId })
      return eventsAnswer(`"queue_id":"${queue.id}"`, events)
    },
  }),
  endpoint({
    method: 'GET',
    path: '/events/stream',
    summary: 'Stream events from an event queue',
    description:
      'The same events as Get events from an event queue, as server-sent events over one response: docs/events.md. A Last-Event-ID header overrides last_event_id.',
    access: 'receive events',
    budget: 'polls',
    parameters: {
      queue_id: text('The queue, from register.'),
      last_event_id: optional(integer('Highest event id received so far; acknowledges everything up to it.')),
    },
    response: Event,
    streams: 'text/event-stream',
    async handle({ chat, actor, session, input, request }) {
      const queue = await accessQueue(chat, actor, input.queue_id, refusal)
      const lastEventId =
        lastEventIdOf(request.headers['last-event-id']) ?? input.last_event_id ?? missingLastEventId()
      return openEventStream(chat, queue, lastEventId, credentialOf(actor, session))
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/events',
    summary: 'Delete a queue',
    access: 'receive events',
    parameters: { queue_id: text('The queue, from register.') },
    response: Type.Object({}, { additionalProperties: false }),
    async handle({ chat, actor, input }) {
      await deleteQueue(chat, actor, input.queue_id)
      return {}
    },
  }),
]

function missingLastEventId(): never {
  throw badRequest("Missing 'last_event_id' argument")
}

/** Sent by a browser when it reconnects. Invalid values are ignored. */
function lastEventIdOf(header: string | string[] | undefined): number | undefined {
  return typeof header === 'string' && /^-?\d{1,15}$/.test(header) ? Number(header) : undefined
}

const credentialOf = ({ user }: Actor, session: Session | undefined): Credential => ({
  keyHash: user.api_key_hash,
  sessionHash: session?.token_hash,
})

function eventsAnswer(fields: string, events: readonly QueueEvent[]): PreparedAnswer {
  return new PreparedAnswer(`${fields},"events":[${events.map(({ json }) => json).join(',')}]`)
}

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
        zulip_merge_base: Type.String(),
        zulip_feature_level: Type.Integer(),
        ...InitialDataSchema.properties,
      },
      { additionalProperties: false },
    ),
    async handle({ chat, actor, input, request }) {
      const options = queueOptions(
        input,
        chat.config.eventQueueIdleSeconds,
        await registerDefaults(chat, actor.user),
        featureLevel(request),
      )
      const { queue, initialData } = await registerQueue(chat, actor, options, fetchTypes(input))
      const fields = {
        queue_id: queue.id,
        last_event_id: -1,
        chat_version: CHAT_VERSION,
        zulip_version: CHAT_VERSION,
        zulip_merge_base: CHAT_VERSION,
        zulip_feature_level: options.level,
        ...initialData,
      }
      return new PreparedAnswer(writeFields(fields))
    },
  }),
]
