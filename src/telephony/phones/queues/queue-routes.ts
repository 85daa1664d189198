import { Type } from '@sinclair/typebox'
import { operationOf } from '../../http/operation.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { queues } from '../call-routes/queues.ts'
import { routeToShow } from '../routing/call-route-access.ts'
import { AgentSchema, BoardSchema, queueToWatch, showBoard } from './queue-board.ts'
import { StatisticsSchema, showStatistics } from './queue-statistics.ts'
import { agentToSign, signAgentIn } from './sign-in.ts'

const operation = operationOf<TelephonyPlatform>()

const { area } = queues
const path = '/instances/:instance_uuid/queues/:queue_id'

const day = (description: string) => Type.Optional(Type.String({ format: 'date', description }))

export const queueRoutes = [
  operation({
    method: 'GET',
    path: `${path}/board`,
    area,
    summary: 'Watch a queue',
    description:
      'Who is in line and who takes calls, at this moment. The event `queue.updated` says when it has changed. For agents of the queue, owners and administrators.',
    access: 'watch queues',
    success: { status: 200, schema: BoardSchema },
    problems: [403, 404],
    find: ({ context, actor, params }) => queueToWatch(context, actor, params),
    handle: ({ context, subject }) => showBoard(context, subject),
  }),
  operation({
    method: 'PUT',
    path: `${path}/agents/:agent_number`,
    area,
    summary: 'Sign an agent in or out',
    description:
      'Users sign in and out with their own extension, owners and administrators also others. At a phone, `*45` does so at all queues of the extension, `*45` and a number at this queue.',
    access: 'sign agents in and out',
    body: Type.Object({ signed_in: Type.Boolean() }, { additionalProperties: false }),
    success: { status: 200, schema: AgentSchema },
    problems: [400, 403, 404],
    find: ({ context, actor, params }) => agentToSign(context, actor, params),
    handle: ({ context, actor, subject, body }) => signAgentIn(context, actor, subject, body.signed_in),
  }),
  operation({
    method: 'GET',
    path: `${path}/statistics`,
    area,
    summary: 'Get the statistics of a queue',
    description: 'By day and agent, for at most 93 days. For owners and administrators.',
    access: 'see the statistics of queues',
    query: Type.Object(
      {
        from: day('The first day; by default, a week is shown.'),
        to: day('The last day, today by default.'),
        time_zone: Type.Optional(
          Type.String({ format: 'timezone', description: 'In which days are meant, UTC by default.' }),
        ),
      },
      { additionalProperties: false },
    ),
    success: { status: 200, schema: StatisticsSchema },
    problems: [400, 403, 404],
    find: ({ context, actor, params }) => routeToShow(context, actor, queues, params),
    handle: ({ context, subject, query }) => showStatistics(context, subject, query),
  }),
]
