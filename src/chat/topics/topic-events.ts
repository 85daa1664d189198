import type { Audience } from '../audience.ts'
import type { NewChatEvent } from '../chat-event-map.ts'
import type { MessagesTable } from '../messages/messages-table.ts'

/** Many messages of one topic at once. Older clients read only the first. */
export function topicMessagesDeleted(
  messages: readonly MessagesTable[],
  streamId: number,
  audience: Audience,
): NewChatEvent<'delete_message'> {
  const [first] = messages
  return {
    type: 'delete_message',
    audience,
    payload: {
      message_id: first!.id,
      message_ids: messages.map((message) => message.id),
      message_type: 'stream',
      stream_id: streamId,
      topic: first!.topic,
    },
  }
}
