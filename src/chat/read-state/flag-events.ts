import type { UnreadDetails } from '../message-flags/describe-unread.ts'
import type { FlagName } from '../messages/message-view.ts'

/** Only for the person whose flags they are. */
export function flagsChanged(
  userId: number,
  operation: 'add' | 'remove',
  flag: FlagName,
  messages: readonly number[],
  details?: Readonly<Record<number, UnreadDetails>>,
) {
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

export function everythingRead(userId: number) {
  return {
    type: 'update_message_flags',
    audience: { users: [userId] },
    payload: { operation: 'add', op: 'add', flag: 'read', messages: [], all: true },
  }
}
