import { Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import { featureLevel, IDS_LEVEL } from '../http/feature-level.ts'
import { boolean, json, optional, otherwise, text } from '../http/parameter.ts'
import { textOrJson } from '../http/text-or-json.ts'
import { endpointOf } from '../identity/calls/endpoint.ts'
import { streamRetentionParameter } from '../identity/realms/retention-parameters.ts'
import type { Messages } from '../messages/messages.ts'
import { STREAM_DESCRIPTION_LIMIT } from '../streams/stream.ts'
import { listSubscriptions } from '../streams/subscriptions/list-subscriptions.ts'
import { SubscriptionSchema } from '../streams/subscriptions/subscription-view.ts'
import { addSubscriptions } from './add-subscriptions.ts'
import { changeSubscriptions } from './change-subscriptions.ts'
import { createChannel } from './create-channel.ts'
import { removeSubscriptions } from './remove-subscriptions.ts'
import type { SubscribeResult } from './subscribe-users.ts'

const endpoint = endpointOf<Messages>()

const WantedStream = Type.Object(
  {
    name: Type.String(),
    description: Type.Optional(Type.String({ maxLength: STREAM_DESCRIPTION_LIMIT })),
    color: Type.Optional(Type.String({ pattern: '^#[0-9a-fA-F]{6}$', title: 'a valid hex color code' })),
  },
  { additionalProperties: false },
)

const Principals = Type.Array(Type.Union([Type.String(), Type.Integer()]))
const NamesByPerson = Type.Record(Type.String(), Type.Array(Type.String()), {
  description: 'By email address; by id for clients of newer levels.',
})

export const subscriptionRoutes = [
  endpoint({
    method: 'GET',
    path: '/users/me/subscriptions',
    summary: 'Get subscribed streams',
    access: 'see streams',
    parameters: { include_subscribers: otherwise(boolean('Include the subscribers of each stream.'), false) },
    response: Type.Object({ subscriptions: Type.Array(SubscriptionSchema) }, { additionalProperties: false }),
    async handle({ chat, actor, input }) {
      return {
        subscriptions: await listSubscriptions(chat, chat.database.read, actor, input.include_subscribers),
      }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/users/me/subscriptions',
    summary: 'Add subscriptions',
    description: 'Streams that do not exist are created.',
    access: 'join and create streams, and add others',
    parameters: {
      subscriptions: json(
        'The streams, each with a name and optionally a description.',
        Type.Array(WantedStream),
      ),
      invite_only: otherwise(boolean('Whether created streams are private.'), false),
      principals: otherwise(
        json('Email addresses or ids of the users to subscribe; empty: yourself.', Principals),
        [],
      ),
      authorization_errors_fatal: otherwise(
        boolean('Refuse the whole request if one stream is not accessible.'),
        true,
      ),
      history_public_to_subscribers: optional(
        json('Whether new subscribers see older messages.', Type.Union([Type.Boolean(), Type.Null()])),
      ),
      is_announcement_only: otherwise(boolean('Only administrators can post to created streams.'), false),
      message_retention_days: optional(streamRetentionParameter),
      announce: otherwise(boolean('Announce created streams.'), false),
    },
    response: Type.Object(
      {
        subscribed: NamesByPerson,
        already_subscribed: NamesByPerson,
        unauthorized: Type.Optional(Type.Array(Type.String())),
      },
      { additionalProperties: false },
    ),
    async handle({ chat, actor, input, request }) {
      const result = await addSubscriptions(chat, actor, {
        subscriptions: input.subscriptions,
        principals: input.principals,
        inviteOnly: input.invite_only,
        announcementOnly: input.is_announcement_only,
        historyPublic: input.history_public_to_subscribers ?? undefined,
        retentionDays: input.message_retention_days,
        authorizationErrorsFatal: input.authorization_errors_fatal,
        announce: input.announce,
      })
      return {
        subscribed: namesByPerson(request, result.subscribed),
        already_subscribed: namesByPerson(request, result.alreadySubscribed),
        ...(result.unauthorized.length > 0 && { unauthorized: result.unauthorized }),
      }
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/users/me/subscriptions',
    summary: 'Remove subscriptions',
    access: 'leave streams, and take others out',
    parameters: {
      subscriptions: json('Names of the streams to leave.', Type.Array(Type.String())),
      principals: otherwise(
        json('The users to unsubscribe; only administrators can unsubscribe others.', Principals),
        [],
      ),
    },
    response: Type.Object(
      { removed: Type.Array(Type.String()), not_removed: Type.Array(Type.String()) },
      { additionalProperties: false },
    ),
    async handle({ chat, actor, input }) {
      const { removed, notRemoved } = await removeSubscriptions(
        chat,
        actor,
        input.subscriptions,
        input.principals,
      )
      return { removed, not_removed: notRemoved }
    },
  }),
  endpoint({
    method: 'PATCH',
    path: '/users/me/subscriptions',
    summary: 'Update subscriptions',
    description: 'Joins and leaves streams in one step: all changes are made, or none.',
    access: 'leave streams, and take others out',
    parameters: {
      add: otherwise(json('The streams to join. Missing ones are created.', Type.Array(WantedStream)), []),
      delete: otherwise(json('Names of the streams to leave.', Type.Array(Type.String())), []),
    },
    response: Type.Object(
      {
        subscribed: NamesByPerson,
        already_subscribed: NamesByPerson,
        removed: Type.Array(Type.String()),
        not_removed: Type.Array(Type.String()),
      },
      { additionalProperties: false },
    ),
    async handle({ chat, actor, input, request }) {
      const { added, removed } = await changeSubscriptions(chat, actor, input.add, input.delete)
      return {
        subscribed: namesByPerson(request, added.subscribed),
        already_subscribed: namesByPerson(request, added.alreadySubscribed),
        removed: removed.removed,
        not_removed: removed.notRemoved,
      }
    },
  }),
]

function namesByPerson(
  request: FastifyRequest,
  pairs: SubscribeResult['subscribed'],
): Record<string, string[]> {
  const isById = featureLevel(request) >= IDS_LEVEL
  const names: Record<string, string[]> = {}
  for (const { user, stream } of pairs) {
    const key = isById ? String(user.id) : user.email
    names[key] ??= []
    names[key].push(stream.name)
  }
  return names
}

export const channelRoutes = [
  endpoint({
    method: 'POST',
    path: '/channels/create',
    summary: 'Create a stream',
    description: 'Newer clients call streams channels. 409 `CHANNEL_ALREADY_EXISTS` if the name exists.',
    access: 'join and create streams, and add others',
    parameters: {
      name: text('Name of the stream.'),
      description: otherwise(
        textOrJson('What the stream is for.', Type.String({ maxLength: STREAM_DESCRIPTION_LIMIT })),
        '',
      ),
      subscribers: json(
        'Ids of the first subscribers; empty: yourself.',
        Type.Array(Type.Integer(), { maxItems: 10_000 }),
      ),
      invite_only: otherwise(boolean('Whether the stream is private.'), false),
      is_default_stream: otherwise(
        boolean('Whether new people are subscribed; only administrators can set it.'),
        false,
      ),
      history_public_to_subscribers: optional(
        json('Whether new subscribers see older messages.', Type.Union([Type.Boolean(), Type.Null()])),
      ),
      message_retention_days: optional(streamRetentionParameter),
      folder_id: optional(json('Id of its channel folder.', Type.Union([Type.Integer(), Type.Null()]))),
      announce: otherwise(boolean('Announce the stream.'), false),
    },
    response: Type.Object({ id: Type.Integer() }, { additionalProperties: false }),
    async handle({ chat, actor, input }) {
      const id = await createChannel(chat, actor, {
        name: input.name,
        description: input.description,
        subscribers: input.subscribers,
        inviteOnly: input.invite_only,
        isDefault: input.is_default_stream,
        historyPublic: input.history_public_to_subscribers ?? undefined,
        retentionDays: input.message_retention_days,
        folderId: input.folder_id ?? null,
        announce: input.announce,
      })
      return { id }
    },
  }),
]
