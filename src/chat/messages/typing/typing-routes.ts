import { Type } from '@sinclair/typebox'
import { badRequest, badValue } from '../../chat-error.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import {
  alias,
  anyText,
  integer,
  json,
  optional,
  otherwise,
  type Parameter,
  text,
} from '../../http/parameter.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import { topicName } from '../../streams/topic-name.ts'
import { type NamedRecipients, readRecipients } from '../sending/read-recipients.ts'
import { announceEditTyping } from './announce-edit-typing.ts'
import { announceTypingToPeople, announceTypingToStream } from './announce-typing.ts'
import type { TypingOperation } from './typing-events.ts'

const endpoint = endpointOf<ChatPlatform>()

/** As when sending: clients send one address as it is, and several as a JSON list. */
const people: Parameter<NamedRecipients> = {
  ...anyText('Recipients: a CSV or JSON list of email addresses or ids. Not for a stream.'),
  fallback: undefined,
  read(name, value) {
    const named = readRecipients(value)
    if (!named) throw badValue(name, value)
    return named
  },
}

export const typingRoutes = [
  endpoint({
    method: 'POST',
    path: '/typing',
    summary: 'Set typing status',
    description:
      'Notifies the recipients that you started or stopped typing. Large streams are not notified.',
    access: 'react, vote and type',
    parameters: {
      op: text('`start` or `stop`.'),
      type: otherwise(text('`direct` (or `private`) or `stream` (or `channel`).'), 'direct'),
      to: otherwise(people, []),
      stream_id: optional(json('Id of the stream.', Type.Integer())),
      topic: optional(alias(topicName('The topic.'), 'subject')),
    },
    response: Type.Object({}, { additionalProperties: false }),
    async handle({ chat, actor, input }) {
      const op = readOperation(input.op)
      if (input.type === 'direct' || input.type === 'private') {
        await announceTypingToPeople(chat, actor, op, input.to)
      } else if (input.type === 'stream' || input.type === 'channel') {
        await announceTypingToStream(chat, actor, op, input.stream_id, input.topic)
      } else throw badRequest('Invalid type')
      return {}
    },
  }),
  endpoint({
    method: 'POST',
    path: '/messages/:message_id/typing',
    summary: 'Set typing status for an edit',
    description: 'Notifies everyone who can see the message. Large streams are not notified.',
    access: 'react, vote and type',
    parameters: { message_id: integer('The message that you are editing.'), op: text('`start` or `stop`.') },
    response: Type.Object({}, { additionalProperties: false }),
    async handle({ chat, actor, input }) {
      await announceEditTyping(chat, actor, input.message_id, readOperation(input.op))
      return {}
    },
  }),
]

function readOperation(op: string): TypingOperation {
  if (op !== 'start' && op !== 'stop') throw badRequest("Invalid 'op' value (should be start or stop)")
  return op
}
