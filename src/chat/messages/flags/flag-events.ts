import type { NewChatEvent } from '../../chat-event-map.ts'
import type { UnreadDetails } from '../../history/read-state/describe-unread.ts'
import type { FlagName } from '../message-view.ts'

declare module '../../chat-event-map.ts' {
  interface ChatEventMap {
    update_message_flags: {
      operation: 'add' | 'remove'
      op: 'add' | 'remove'
      flag: FlagName
      messages: readonly number[]
      /** everything is read: `messages` is empty */
      all: boolean
      message_details?: Readonly<Record<number, UnreadDetails>>
    }
  }
}

/** Only for the person whose flags they are. */
export function flagsChanged(
  userId: number,
  operation: 'add' | 'remove',
  flag: FlagName,
  messages: readonly number[],
  details?: Readonly<Record<number, UnreadDetails>>,
): NewChatEvent<'update_message_flags'> {
  return {
    type: 'update_message_flags',
    audience: { users: [userId] },
    payload: {
      operation,
      op: operation,
      flag,
      messages,
      all: false,
      ...(details && { message_details: details }),
    },
  }
}

export function everythingRead(userId: number): NewChatEvent<'update_message_flags'> {
  return {
    type: 'update_message_flags',
    audience: { users: [userId] },
    payload: { operation: 'add', op: 'add', flag: 'read', messages: [], all: true },
  }
}
