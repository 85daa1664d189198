import { callChat } from '../../api/chat-api.ts'
import type { ScheduledMessage } from '../state/chat-state.ts'
import type { Conversation } from '../state/conversation.ts'
import type { Destination } from '../state/destination.ts'
import { secondsOf } from './delivery-times.ts'

export async function scheduleMessage(conversation: Conversation, content: string, at: Date): Promise<void> {
  const where =
    conversation.kind === 'topic'
      ? { type: 'stream', to: JSON.stringify(conversation.streamId), topic: conversation.topic }
      : { type: 'private', to: JSON.stringify(conversation.userIds) }
  const scheduled_delivery_timestamp = secondsOf(at)
  await callChat('POST /scheduled_messages', { ...where, content, scheduled_delivery_timestamp })
}

export function destinationOfScheduled({ type, to, topic = '' }: ScheduledMessage): Destination {
  const ids = Array.isArray(to) ? to : [to]
  return type === 'stream' ? { kind: 'stream', streamId: ids[0], topic } : { kind: 'direct', userIds: ids }
}
