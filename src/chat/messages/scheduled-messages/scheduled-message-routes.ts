import { Type } from '@sinclair/typebox'
import { alias, anyText, boolean, integer, optional, otherwise, text } from '../../http/parameter.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import { topicName } from '../../streams/topic-name.ts'
import type { Rendering } from '../rendering.ts'
import { recipients } from '../sending/recipients-parameter.ts'
import { deliveryTime } from './delivery-time.ts'
import { listOwnScheduledMessages } from './list-scheduled-messages.ts'
import {
  changeScheduledMessage,
  deleteOwnScheduledMessage,
  scheduleMessage,
} from './scheduled-message-actions.ts'
import { ScheduledMessageSchema } from './scheduled-message-events.ts'

const endpoint = endpointOf<Rendering>()

const exact = { additionalProperties: false }
const nothing = Type.Object({}, exact)
const scheduledMessageId = integer('Id of the scheduled message.')
const type = text('`stream` (or `channel`) or `private` (or `direct`).')
const topic = optional(alias(topicName('The topic: at most 60 characters.'), 'subject'))
const content = anyText('The message, in Markdown: at most 10000 bytes.')

export const scheduledMessageRoutes = [
  endpoint({
    method: 'GET',
    path: '/scheduled_messages',
    summary: 'Get scheduled messages',
    description: 'Your unsent scheduled messages, in the order in which they are due.',
    access: 'schedule messages',
    parameters: {},
    response: Type.Object({ scheduled_messages: Type.Array(ScheduledMessageSchema) }, exact),
    handle: async ({ chat, actor }) => ({
      scheduled_messages: await listOwnScheduledMessages(chat.database.read, actor),
    }),
  }),
  endpoint({
    method: 'POST',
    path: '/scheduled_messages',
    summary: 'Create a scheduled message',
    description: 'It is sent when it is due, if its author may still send there.',
    access: 'schedule messages',
    parameters: {
      type,
      to: otherwise(recipients('The id of a stream, or a JSON list of ids of people.'), []),
      topic,
      content,
      scheduled_delivery_timestamp: deliveryTime,
      read_by_sender: optional(
        boolean('Whether it counts as read by you; absent: the same as if this client sent it now.'),
      ),
    },
    response: Type.Object({ scheduled_message_id: Type.Integer() }, exact),
    handle: async ({ chat, actor, input, client }) => ({
      scheduled_message_id: await scheduleMessage(chat, actor, {
        type: input.type,
        to: input.to,
        topic: input.topic,
        content: input.content,
        deliverAt: input.scheduled_delivery_timestamp,
        client,
        readBySender: input.read_by_sender,
      }),
    }),
  }),
  endpoint({
    method: 'PATCH',
    path: '/scheduled_messages/:scheduled_message_id',
    summary: 'Edit a scheduled message',
    description: 'A failed message is retried at its new time.',
    access: 'schedule messages',
    parameters: {
      scheduled_message_id: scheduledMessageId,
      type: optional(type),
      to: optional(recipients('The id of a stream, or a JSON list of ids of people.')),
      topic,
      content: optional(content),
      scheduled_delivery_timestamp: optional(deliveryTime),
    },
    response: nothing,
    async handle({ chat, actor, input }) {
      await changeScheduledMessage(chat, actor, input.scheduled_message_id, {
        type: input.type,
        to: input.to,
        topic: input.topic,
        content: input.content,
        deliverAt: input.scheduled_delivery_timestamp,
      })
      return {}
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/scheduled_messages/:scheduled_message_id',
    summary: 'Delete a scheduled message',
    access: 'schedule messages',
    parameters: { scheduled_message_id: scheduledMessageId },
    response: nothing,
    async handle({ chat, actor, input }) {
      await deleteOwnScheduledMessage(chat, actor, input.scheduled_message_id)
      return {}
    },
  }),
]
