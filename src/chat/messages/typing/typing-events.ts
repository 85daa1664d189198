import type { Audience } from '../../audience.ts'
import type { NewChatEvent } from '../../chat-event-map.ts'
import type { User } from '../../identity/users/user.ts'
import type { Stream } from '../../streams/stream.ts'

declare module '../../chat-event-map.ts' {
  interface ChatEventMap {
    typing: { op: TypingOperation; sender: TypingPerson } & (
      | { message_type: 'direct'; recipients: readonly TypingPerson[] }
      | { message_type: 'stream'; stream_id: number; topic: string }
    )
    typing_edit_message: {
      op: TypingOperation
      sender_id: number
      message_id: number
      recipient: EditedPlace
    }
  }
}

export type EditedPlace =
  | { type: 'channel'; channel_id: number; topic: string }
  | { type: 'direct'; user_ids: readonly number[] }

export type TypingOperation = 'start' | 'stop'

type TypingPerson = Pick<User, 'email'> & { user_id: number }

const viewPerson = ({ id, email }: User): TypingPerson => ({ user_id: id, email })

/** To everybody in the conversation, including the sender. */
export function typingToPeople(
  op: TypingOperation,
  sender: User,
  people: readonly User[],
): NewChatEvent<'typing'> {
  return {
    type: 'typing',
    audience: { users: people.map((user) => user.id) },
    payload: {
      op,
      message_type: 'direct',
      sender: viewPerson(sender),
      recipients: people.map(viewPerson),
    },
  }
}

export function typingToStream(
  op: TypingOperation,
  sender: User,
  stream: Stream,
  topic: string,
): NewChatEvent<'typing'> {
  return {
    type: 'typing',
    audience: { subscribersOf: stream.id },
    payload: { op, message_type: 'stream', sender: viewPerson(sender), stream_id: stream.id, topic },
  }
}

/** While somebody edits a message that was sent. */
export const typingInEdit = (
  op: TypingOperation,
  sender: User,
  messageId: number,
  recipient: EditedPlace,
  audience: Audience,
): NewChatEvent<'typing_edit_message'> => ({
  type: 'typing_edit_message',
  audience,
  payload: { op, sender_id: sender.id, message_id: messageId, recipient },
})
