import type { FlagName } from '../messages/message-view.ts'

/** Only for the person whose flags they are. */
export function flagsChanged(
  userId: number,
  operation: 'add' | 'remove',
  flag: FlagName,
  messages: readonly number[],
) {
  return {
    type: 'update_message_flags',
    audience: { users: [userId] },
    payload: { operation, op: operation, flag, messages, all: false },
  }
}

export function everythingRead(userId: number) {
  return {
    type: 'update_message_flags',
    audience: { users: [userId] },
    payload: { operation: 'add', op: 'add', flag: 'read', messages: [], all: true },
  }
}
