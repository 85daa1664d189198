import type { Stream } from '../streams/stream.ts'
import type { User } from '../users/user.ts'

export type TypingOperation = 'start' | 'stop'

const viewPerson = ({ id, email }: User) => ({ user_id: id, email })

/** To everybody in the conversation, whoever types included. */
export function typingToPeople(op: TypingOperation, sender: User, people: readonly User[]) {
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

export function typingToStream(op: TypingOperation, sender: User, stream: Stream, topic: string) {
  return {
    type: 'typing',
    audience: { subscribersOf: stream.id },
    payload: { op, message_type: 'stream', sender: viewPerson(sender), stream_id: stream.id, topic },
  }
}
