import { Type } from '@sinclair/typebox'
import type { ChatPlatform } from '../../chat-platform.ts'
import { json, otherwise } from '../../http/parameter.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import { STREAMS_LIMIT, showStatistics } from './show-statistics.ts'

const endpoint = endpointOf<ChatPlatform>()

const MAX_DAYS = 366

const exact = { additionalProperties: false }
const kinds = ['image', 'video', 'audio', 'document', 'other'] as const

export const statisticsRoutes = [
  endpoint({
    method: 'GET',
    path: '/realm/statistics',
    summary: 'Get statistics of the organization',
    description:
      'How much was written on each day, in UTC. A day is counted once when it is over. Numbers only: not what was written, and not by whom.',
    access: 'see statistics of the organization',
    parameters: {
      days: otherwise(
        json('How many days up to yesterday.', Type.Integer({ minimum: 1, maximum: MAX_DAYS })),
        30,
      ),
    },
    response: Type.Object(
      {
        days: Type.Array(
          Type.Object(
            {
              date: Type.String({ description: 'Such as `2026-11-15`.' }),
              messages: Type.Integer(),
              in_streams: Type.Integer({ description: 'Of them: to streams.' }),
              writers: Type.Integer({ description: 'Who have sent at least one, bots included.' }),
            },
            exact,
          ),
        ),
        streams: Type.Array(Type.Object({ stream_id: Type.Integer(), messages: Type.Integer() }, exact), {
          description: `The ${STREAMS_LIMIT} with the most messages.`,
        }),
        storage: Type.Array(
          Type.Object(
            {
              kind: Type.Union(kinds.map((kind) => Type.Literal(kind))),
              files: Type.Integer(),
              bytes: Type.Integer(),
            },
            exact,
          ),
          { description: 'Of uploaded files.' },
        ),
        people: Type.Object(
          {
            accounts: Type.Integer({ description: 'Active accounts of people.' }),
            seen_day: Type.Integer({ description: 'Who used the chat within a day, unless they hide it.' }),
            seen_week: Type.Integer(),
            seen_month: Type.Integer({ description: 'Within 30 days.' }),
          },
          exact,
        ),
      },
      exact,
    ),
    handle: ({ chat, realm, input }) => showStatistics(chat, realm, input.days),
  }),
]
