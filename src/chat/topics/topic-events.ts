import type { Audience } from '../audience.ts'
import type { MessagesTable } from '../messages/messages-table.ts'

/** Many messages of one topic at once. Older clients read only the first. */
export function topicMessagesDeleted(messages: readonly MessagesTable[], audience: Audience) {
  const [first] = messages
  return {
    type: 'delete_message',
    audience,
    payload: {
      message_id: first!.id,
      message_ids: messages.map((message) => message.id),
      message_type: 'stream',
      stream_id: first!.stream_id,
      topic: first!.topic,
    },
  }
}
