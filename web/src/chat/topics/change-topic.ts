import { callChat } from '../../api/chat-api.ts'

const RESOLVED = '✔ '

export const isResolved = (topic: string): boolean => topic.startsWith(RESOLVED)

/** The name of the topic once it is resolved, or open again. */
export function otherState(topic: string): string {
  return isResolved(topic) ? topic.slice(RESOLVED.length) : `${RESOLVED}${topic}`
}

/** Gives all messages of the topic another one. `messageId`: any message of it. */
export function renameTopic(messageId: number, topic: string): Promise<unknown> {
  return callChat('PATCH /messages/{message_id}', {
    message_id: messageId,
    topic,
    propagate_mode: 'change_all',
  })
}

/** Moves the whole topic to another stream. `messageId`: any message of it. */
export function moveTopic(messageId: number, streamId: number, topic: string): Promise<unknown> {
  return callChat('PATCH /messages/{message_id}', {
    message_id: messageId,
    stream_id: streamId,
    topic,
    propagate_mode: 'change_all',
  })
}

/** The server deletes as much as it can in one request. */
export async function deleteTopic(streamId: number, topic: string): Promise<void> {
  const input = { stream_id: streamId, topic_name: topic }
  while (!(await callChat('POST /streams/{stream_id}/delete_topic', input)).complete);
}
