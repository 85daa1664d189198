import { Type } from '@sinclair/typebox'
import { badRequest } from '../chat-error.ts'
import {
  EVENT_TYPE_CHARACTERS,
  EVENT_TYPES,
  NARROW_OPERAND_CHARACTERS,
  NARROW_TERMS,
} from '../chat-limits.ts'
import type { QueueNarrowTerm, QueueOptions } from '../events/event-delivery/queue-options.ts'
import type { RegisterDefaults } from '../events/event-queues/register-defaults.ts'
import { alias, boolean, type Input, json, optional, otherwise } from '../http/parameter.ts'

const Operand = Type.Union([Type.String(), Type.Integer()])
const NarrowObject = Type.Object({
  operator: Type.String(),
  operand: Type.Union([Operand, Type.Array(Operand)]),
  negated: Type.Optional(Type.Boolean()),
})
const EventTypes = Type.Array(Type.String())

/** The parameters of register. Get events accepts them too, if it has no queue yet. */
export const registerParameters = {
  apply_markdown: otherwise(boolean('HTML rather than Markdown.'), false),
  client_avatar: otherwise(
    alias(boolean('The client creates default avatars itself.'), 'client_gravatar'),
    false,
  ),
  event_types: optional(json('Types wanted; absent: all.', Type.Union([EventTypes, Type.Null()]))),
  all_public_streams: optional(
    boolean("Receive events from all public streams; absent: the bot's default, or false."),
  ),
  include_subscribers: otherwise(boolean('Include the subscribers of each stream.'), false),
  fetch_event_types: optional(
    json(
      'Event types to return initial data for; absent: the same as event_types.',
      Type.Union([EventTypes, Type.Null()]),
    ),
  ),
  slim_presence: otherwise(boolean('Presence by user id rather than by email address.'), false),
  narrow: otherwise(
    json(
      'One [operator, operand], or a list of them or of objects as in Get messages. Only matching messages are delivered.',
      Type.Array(Type.Union([Type.String(), Type.Array(Type.String()), NarrowObject])),
    ),
    [],
  ),
  queue_lifespan_secs: optional(
    alias(
      json('Seconds without a poll until the queue expires.', Type.Integer({ minimum: 0, maximum: 604_800 })),
      'idle_queue_timeout',
    ),
  ),
  client_capabilities: otherwise(
    json(
      'What the client can handle. `simplified_presence_events`: presence events have the form of slim_presence.',
      Type.Record(Type.String(), Type.Boolean()),
    ),
    {},
  ),
}

type RegisterInput = Input<typeof registerParameters>

export function queueOptions(
  input: RegisterInput,
  idleSeconds: number,
  defaults: RegisterDefaults,
  level: number,
): QueueOptions {
  return {
    applyMarkdown: input.apply_markdown,
    clientAvatar: input.client_avatar,
    eventTypes: checkEventTypes(input.event_types ?? null),
    allPublicStreams: input.all_public_streams ?? defaults.allPublicStreams,
    includeSubscribers: input.include_subscribers,
    slimPresence: input.slim_presence,
    simplePresenceEvents: input.client_capabilities.simplified_presence_events === true,
    level,
    narrow: input.narrow.length > 0 ? narrowTerms(input.narrow) : defaults.narrow,
    // Clients can extend the lifespan, but not shorten it.
    lifespan: Math.max(input.queue_lifespan_secs ?? 0, idleSeconds),
  }
}

/** Limited, because they are kept in memory and in the database as long as the queue. */
function checkEventTypes(types: string[] | null): string[] | null {
  if (types && types.length > EVENT_TYPES) {
    throw badRequest(`event_types is too long (limit: ${EVENT_TYPES} items)`)
  }
  const long = types?.findIndex((type) => type.length > EVENT_TYPE_CHARACTERS) ?? -1
  if (long >= 0) {
    throw badRequest(`event_types[${long}] is too long (limit: ${EVENT_TYPE_CHARACTERS} characters)`)
  }
  return types
}

export const fetchTypes = (input: RegisterInput) => input.fetch_event_types ?? input.event_types ?? null

function narrowTerms(narrow: RegisterInput['narrow']): QueueNarrowTerm[] {
  if (narrow.every((item) => typeof item === 'string')) return [term(narrow, 'narrow')]
  if (narrow.length > NARROW_TERMS) throw badRequest(`narrow is too long (limit: ${NARROW_TERMS} items)`)
  return narrow.map((item, index) => {
    if (typeof item === 'string') throw badRequest(`narrow[${index}] is not a list`)
    if (Array.isArray(item)) return term(item, `narrow[${index}]`)
    return term([item.operator, String(item.operand)], `narrow[${index}]`, item.negated)
  })
}

function term(items: readonly string[], name: string, negated = false): QueueNarrowTerm {
  const [operator, operand] = items
  if (items.length !== 2) throw badRequest(`${name} should have exactly 2 items`)
  if (operator!.length + operand!.length > NARROW_OPERAND_CHARACTERS) {
    throw badRequest(`${name} is too long (limit: ${NARROW_OPERAND_CHARACTERS} characters)`)
  }
  return negated ? [operator!, operand!, true] : [operator!, operand!]
}
