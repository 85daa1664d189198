import { Type } from '@sinclair/typebox'
import { registerDefaults } from '../bots/register-defaults.ts'
import { badRequest } from '../chat-error.ts'
import { endpoint } from '../http/endpoint.ts'
import { PreparedAnswer } from '../http/envelope.ts'
import { boolean, integer, optional, otherwise, text } from '../http/parameter.ts'
import { queueOptions, registerParameters } from '../register/register-parameters.ts'
import { registerQueue } from '../register/register-queue.ts'
import { deleteQueue } from './delete-queue.ts'
import { accessQueue, eventsAnswer, getEvents } from './get-events.ts'

const Event = Type.Object(
  { id: Type.Integer(), type: Type.String() },
  { additionalProperties: true, description: 'Further fields depend on the type: see docs/events.md.' },
)

/** Whoever registers by polling wants to hear what comes, not what is. */
const noInitialData: string[] = []

export const eventQueueRoutes = [
  endpoint({
    method: 'GET',
    path: '/events',
    summary: 'Get events from an event queue',
    description:
      'Blocks until there is an event, or a heartbeat is due. Without queue_id a queue is registered with the arguments of register.',
    access: 'users',
    budget: 'polls',
    parameters: {
      queue_id: optional(text('The queue, from register.')),
      last_event_id: optional(integer('Highest event id received so far; acknowledges everything up to it.')),
      dont_block: otherwise(boolean('Answer at once, also with nothing.'), false),
      ...registerParameters,
    },
    response: Type.Object(
      {
        events: Type.Array(Event),
        queue_id: Type.String(),
        last_event_id: Type.Optional(
          Type.Integer({ description: 'Only when the queue was just registered.' }),
        ),
      },
      { additionalProperties: false },
    ),
    async handle({ chat, actor, input, request }) {
      const left = (call: () => void) => void request.raw.once('close', call)
      if (input.queue_id === undefined) {
        const options = queueOptions(
          input,
          chat.config.eventQueueIdleSeconds,
          await registerDefaults(chat, actor.user),
        )
        const { queue } = await registerQueue(chat, actor, options, noInitialData)
        const events = await getEvents(chat, queue, { lastEventId: -1, dontBlock: input.dont_block, left })
        return new PreparedAnswer(
          `"queue_id":"${queue.id}","last_event_id":-1,"events":[${events.join(',')}]`,
        )
      }
      const refusal = 'You are not authorized to get events from this queue'
      const queue = await accessQueue(chat, actor, input.queue_id, refusal)
      if (input.last_event_id === undefined) throw badRequest("Missing 'last_event_id' argument")
      const wanted = { lastEventId: input.last_event_id, dontBlock: input.dont_block, left }
      return eventsAnswer(queue.id, await getEvents(chat, queue, wanted))
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/events',
    summary: 'Delete a queue',
    access: 'users',
    parameters: { queue_id: text('The queue, from register.') },
    response: Type.Object({}, { additionalProperties: false }),
    async handle({ chat, actor, input }) {
      await deleteQueue(chat, actor, input.queue_id)
      return {}
    },
  }),
]
