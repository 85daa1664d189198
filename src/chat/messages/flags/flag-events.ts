import type { LeftBehind } from '../../audience.ts'
import type { NewChatEvent } from '../../chat-event-map.ts'
import type { FlagName } from '../message-view.ts'

declare module '../../chat-event-map.ts' {
  interface ChatEventMap {
    update_message_flags: {
      operation: 'add' | 'remove'
      op: 'add' | 'remove'
      flag: FlagName
      messages: readonly number[]
      /** all messages are read; `messages` is empty */
      all: boolean
      message_details?: Readonly<Record<number, UnreadDetails>>
      /** what became read or unread, for caches; clients do not get it */
      read_ranges?: readonly ReadRange[]
    }
  }
}

/** From the first to the last of these ids, every message of the recipient. */
export type ReadRange = readonly [recipientId: number, first: number, last: number]

/** Where an unread message belongs, for clients that do not have the message itself. */
export type UnreadDetails = { mentioned?: true } & (
  | { type: 'private'; user_ids: number[] }
  | { type: 'stream'; stream_id: number; topic: string; unmuted_stream_msg: boolean }
)

/** Sent only to the owner of the flags. */
export function flagsChanged(
  userId: number,
  operation: 'add' | 'remove',
  flag: FlagName,
  messages: readonly number[],
  {
    details,
    ranges,
  }: { details?: Readonly<Record<number, UnreadDetails>>; ranges?: readonly ReadRange[] } = {},
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
      ...(ranges && { read_ranges: ranges }),
    },
  }
}

/** For users from whom messages moved away to a stream that they do not receive. */
export function readByMove(
  leftBehind: LeftBehind,
  messages: readonly number[],
): NewChatEvent<'update_message_flags'> {
  return {
    type: 'update_message_flags',
    audience: { leftBehind },
    payload: { operation: 'add', op: 'add', flag: 'read', messages, all: false },
  }
}

export function everythingRead(userId: number): NewChatEvent<'update_message_flags'> {
  return {
    type: 'update_message_flags',
    audience: { users: [userId] },
    payload: { operation: 'add', op: 'add', flag: 'read', messages: [], all: true },
  }
}
