import { Type } from '@sinclair/typebox'
import { nullable } from '../../nullable.ts'

const strict = { additionalProperties: false }

export const AuthenticatedSchema = Type.Object(
  {
    company_id: Type.String(),
    user_id: Type.String({ description: 'The contact as whom the socket acts.' }),
    last_event_id: Type.Integer({ description: 'The position after which this socket gets events.' }),
  },
  strict,
)

export const EventsMissedSchema = Type.Object(
  {
    last_event_id: Type.Integer({ description: 'As given by the client.' }),
    oldest_event_id: nullable(
      Type.Integer({ description: 'The oldest position that follows; null if no missed event does.' }),
    ),
  },
  strict,
)

export const ProblemSchema = Type.Object(
  {
    detail: Type.String(),
    status: Type.Integer(),
    title: Type.String(),
    type: Type.Literal('about:blank'),
    errors: Type.Optional(Type.Array(Type.Object({ pointer: Type.String(), detail: Type.String() }, strict))),
  },
  strict,
)

/** Sent with the payload of every pushed event. */
export const PushNoteSchema = Type.Object(
  { event_id: Type.Integer({ description: 'The position of the event in the log of the company.' }) },
  strict,
)
