import { type Static, Type } from '@sinclair/typebox'
import { isoDate, isoDateOrNull } from '../../../platform/clock.ts'
import type { Actor } from '../../identity/actor.ts'
import { requirePermission } from '../../identity/permissions.ts'
import { nullable } from '../../nullable.ts'
import type { TelephonyDb, TelephonyPlatform } from '../../telephony-platform.ts'
import type { CallRoute } from '../call-routes/call-route.ts'
import { queueCallsTable } from '../call-routes/queue-tables.ts'
import { queues } from '../call-routes/queues.ts'
import { routeToShow } from '../routing/call-route-access.ts'
import { agentStates, findAgents, findMembers } from './find-agents.ts'

export const AgentSchema = Type.Object(
  {
    extension_id: Type.String(),
    number: Type.Integer(),
    name: Type.String(),
    user_id: nullable(Type.String()),
    signed_in: Type.Boolean(),
    state: Type.Union(
      agentStates.map((state) => Type.Literal(state)),
      { description: 'Only an agent who is `available` rings. `unavailable`: no phone is registered.' },
    ),
    calls: Type.Integer({ description: 'Calls of queues that the agent took within the last 24 hours.' }),
    idle_since: nullable(Type.String({ description: 'When the last of them ended.' })),
  },
  { additionalProperties: false },
)

export const BoardSchema = Type.Object(
  {
    queue_id: Type.String(),
    waiting: Type.Array(
      Type.Object(
        {
          position: Type.Integer({ description: '1: the next.' }),
          number: Type.String({ description: 'Of the caller; empty: withheld.' }),
          name: Type.String(),
          entered_at: Type.String(),
          is_callback: Type.Boolean({ description: 'The caller has hung up, and will be called back.' }),
        },
        { additionalProperties: false },
      ),
    ),
    agents: Type.Array(AgentSchema),
  },
  { additionalProperties: false },
)

/** For its agents, owners and administrators. */
export async function queueToWatch(
  platform: TelephonyPlatform,
  actor: Actor,
  params: Record<string, string>,
): Promise<CallRoute> {
  const queue = await routeToShow(platform, actor, queues, params)
  const members = await findMembers(platform.database.read, queue)
  const isAgent = members.some(({ user_id: id }) => id === actor.contact.id)
  requirePermission(actor, 'watch queues', isAgent ? actor.contact.id : null)
  return queue
}

export async function showBoard(
  { clock, database }: TelephonyPlatform,
  queue: CallRoute,
): Promise<Static<typeof BoardSchema>> {
  const { company_id, id: queue_id } = queue
  const waiting = await queueCallsTable.list(database.read, { company_id, queue_id, left_at: null })
  return {
    queue_id,
    waiting: waiting.map((row, index) => ({
      position: index + 1,
      number: row.number,
      name: row.name,
      entered_at: isoDate(row.entered_at),
      is_callback: row.is_callback === 1,
    })),
    agents: await agentViews(database.read, queue, clock.now()),
  }
}

export async function agentViews(
  db: TelephonyDb,
  queue: CallRoute,
  now: number,
): Promise<Static<typeof AgentSchema>[]> {
  return (await findAgents(db, queue, now)).map(({ extension, isSignedIn, state, calls, idleSince }) => ({
    extension_id: extension.id,
    number: extension.number,
    name: extension.name,
    user_id: extension.user_id,
    signed_in: isSignedIn,
    state,
    calls,
    idle_since: isoDateOrNull(idleSince || null),
  }))
}
