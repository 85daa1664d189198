import { Type } from '@sinclair/typebox'

const PersonSchema = Type.Object(
  {
    id: Type.Integer(),
    email: Type.String(),
    full_name: Type.String(),
    short_name: Type.String(),
    is_mirror_dummy: Type.Boolean(),
  },
  { additionalProperties: false },
)

const ReactionSchema = Type.Object(
  {
    emoji_name: Type.String(),
    emoji_code: Type.String(),
    reaction_type: Type.String(),
    user_id: Type.Integer(),
    user: Type.Object(
      { id: Type.Integer(), email: Type.String(), full_name: Type.String() },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
)

const SubmessageSchema = Type.Object(
  {
    id: Type.Integer(),
    message_id: Type.Integer(),
    sender_id: Type.Integer(),
    msg_type: Type.String(),
    content: Type.String(),
  },
  { additionalProperties: false },
)

const EditSchema = Type.Object(
  {
    user_id: Type.Integer(),
    timestamp: Type.Integer(),
    prev_content: Type.Optional(Type.String()),
    prev_rendered_content: Type.Optional(Type.String()),
    prev_rendered_content_version: Type.Optional(Type.Integer()),
    prev_topic: Type.Optional(Type.String()),
    topic: Type.Optional(Type.String({ description: 'The topic after this edit, with prev_topic.' })),
    prev_subject: Type.Optional(Type.String({ description: 'The same as prev_topic.' })),
    prev_stream: Type.Optional(Type.Integer({ description: 'Id of the stream from which it was moved.' })),
    stream: Type.Optional(Type.Integer({ description: 'Id of the stream to which it was moved.' })),
  },
  { additionalProperties: false },
)

export const messageFields = {
  id: Type.Integer(),
  type: Type.Union([Type.Literal('stream'), Type.Literal('private')]),
  content: Type.String({ description: 'Markdown, or HTML when apply_markdown is true.' }),
  content_type: Type.Union([Type.Literal('text/html'), Type.Literal('text/x-markdown')]),
  subject: Type.String({ description: 'The topic; empty in private messages.' }),
  subject_links: Type.Array(Type.String(), { description: 'Links made from the topic.' }),
  stream_id: Type.Optional(Type.Integer()),
  display_recipient: Type.Union([Type.String(), Type.Array(PersonSchema)], {
    description: 'The name of the stream, or the people of a private conversation.',
  }),
  recipient_id: Type.Integer({ description: 'Id of the stream or group of people, as a recipient.' }),
  sender_email: Type.String(),
  sender_full_name: Type.String(),
  sender_id: Type.Integer(),
  sender_realm_str: Type.String(),
  sender_short_name: Type.String(),
  avatar_url: Type.Union([Type.String(), Type.Null()]),
  client: Type.String({ description: 'Name of the program that sent the message.' }),
  is_me_message: Type.Boolean(),
  reactions: Type.Array(ReactionSchema),
  submessages: Type.Array(SubmessageSchema),
  timestamp: Type.Integer(),
  last_edit_timestamp: Type.Optional(Type.Integer()),
  edit_history: Type.Optional(
    Type.Array(EditSchema, {
      description: 'Edits, newest first. Only the newest include the previous texts; /history has the rest.',
    }),
  ),
}

export const flagNames = [
  'read',
  'starred',
  'collapsed',
  'mentioned',
  'wildcard_mentioned',
  'has_alert_word',
  'historical',
] as const

export type FlagName = (typeof flagNames)[number]

export const FlagsSchema = Type.Array(Type.Union(flagNames.map((name) => Type.Literal(name))))

/** An element of the response of Get messages. */
export const MessageSchema = Type.Object(
  {
    ...messageFields,
    flags: FlagsSchema,
    match_content: Type.Optional(Type.String()),
    match_subject: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
)

/** The message of an event. Its flags are a sibling field. */
export const EventMessageSchema = Type.Object(messageFields, { additionalProperties: false })
