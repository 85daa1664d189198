import { type Static, Type } from '@sinclair/typebox'
import type { ChatEventMap, NewChatEvent } from '../../chat-event-map.ts'
import { peopleOf } from './scheduled-destination.ts'
import type { ScheduledMessagesTable } from './scheduled-messages-table.ts'

export const ScheduledMessageSchema = Type.Object(
  {
    scheduled_message_id: Type.Integer(),
    type: Type.Union([Type.Literal('stream'), Type.Literal('private')]),
    to: Type.Union([Type.Integer(), Type.Array(Type.Integer())], {
      description: 'Id of the stream, or ids of the people.',
    }),
    topic: Type.Optional(Type.String({ description: 'Only for a message to a stream.' })),
    content: Type.String(),
    rendered_content: Type.String(),
    scheduled_delivery_timestamp: Type.Integer(),
    failed: Type.Boolean({ description: 'It could not be sent when it was due.' }),
  },
  { additionalProperties: false },
)

export function viewScheduledMessage(row: ScheduledMessagesTable): Static<typeof ScheduledMessageSchema> {
  return {
    scheduled_message_id: row.id,
    ...(row.stream_id === null
      ? { type: 'private' as const, to: peopleOf(row) }
      : { type: 'stream' as const, to: row.stream_id, topic: row.topic }),
    content: row.content,
    rendered_content: row.rendered_content,
    scheduled_delivery_timestamp: row.deliver_at,
    failed: row.failed === 1,
  }
}

declare module '../../chat-event-map.ts' {
  interface ChatEventMap {
    scheduled_messages:
      | { op: 'add'; scheduled_messages: readonly ScheduledMessageView[] }
      | { op: 'update'; scheduled_message: ScheduledMessageView }
      | { op: 'remove'; scheduled_message_id: number }
  }
}

type ScheduledMessageView = ReturnType<typeof viewScheduledMessage>

/** Sent only to the author. */
const scheduledMessagesChanged = (
  row: ScheduledMessagesTable,
  payload: ChatEventMap['scheduled_messages'],
): NewChatEvent<'scheduled_messages'> => ({
  type: 'scheduled_messages',
  audience: { users: [row.user_id] },
  payload,
})

export const messageScheduled = (row: ScheduledMessagesTable) =>
  scheduledMessagesChanged(row, { op: 'add', scheduled_messages: [viewScheduledMessage(row)] })

export const scheduledMessageUpdated = (row: ScheduledMessagesTable) =>
  scheduledMessagesChanged(row, { op: 'update', scheduled_message: viewScheduledMessage(row) })

export const scheduledMessageRemoved = (row: ScheduledMessagesTable) =>
  scheduledMessagesChanged(row, { op: 'remove', scheduled_message_id: row.id })
