import { instancesTable } from '../../company/instances/instances-table.ts'
import { findUserStatuses } from '../../status/user-status-store.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import type { CallRoute } from '../call-routes/call-route.ts'
import { queueAgentsTable } from '../call-routes/queue-tables.ts'
import type { QueueSettings } from '../call-routes/queues.ts'
import type { FreeAgent } from '../call-routes/ring-strategies.ts'
import { phoneTarget } from '../calls/ring-members.ts'
import { type Extension, extensionsTable } from '../extensions/extension.ts'
import type { PhoneTarget } from '../pbx/flow/call-plan.ts'
import { listAgentCalls } from './queue-store.ts'

export const agentStates = [
  'signed_out',
  'unavailable',
  'do_not_disturb',
  'ringing',
  'in_call',
  'wrap_up',
  'available',
] as const
export type AgentState = (typeof agentStates)[number]

/** Calls are counted, and idle agents compared, over this time. */
const DAY_MS = 86_400_000

/** A member of a queue. Only one who is `available` rings. */
export interface QueueAgent extends Omit<FreeAgent, 'rungAt'> {
  readonly target: PhoneTarget
  readonly extension: Extension
  readonly isSignedIn: boolean
  readonly state: AgentState
}

/** The members of a queue as they are now, in their order. Numbers that are no extensions are left out. */
export async function findAgents(db: TelephonyDb, queue: CallRoute, now: number): Promise<QueueAgent[]> {
  const members = await findMembers(db, queue)
  const { company_id: companyId, id: queueId } = queue
  const ids = members.map(({ id }) => id)
  const userIds = members.flatMap(({ user_id: id }) => id ?? [])
  const [instances, rows, statuses, calls] = await Promise.all([
    instancesTable.list(db, { company_id: companyId }),
    queueAgentsTable.list(db, { company_id: companyId, queue_id: queueId }),
    findUserStatuses(db, companyId, userIds),
    listAgentCalls(db, companyId, ids, now - DAY_MS),
  ])
  const { wrap_up_time: wrapUp } = queue.settings as QueueSettings
  return members.flatMap((extension): QueueAgent[] => {
    const instance = instances.find(({ uuid }) => uuid === extension.instance_uuid)
    if (!instance) return []
    const own = calls.find(({ extension_id: id }) => id === extension.id)
    const isSignedIn = rows.some((row) => row.extension_id === extension.id && row.is_signed_in === 1)
    const idleSince = own?.ended_at ?? 0
    const wantsQuiet = statuses.get(extension.user_id ?? '')?.main_status === 'do_not_disturb'
    const isWrappingUp = idleSince + wrapUp * 1000 > now
    const state = stateOf(extension, {
      isSignedIn,
      wantsQuiet,
      isTalking: (own?.open ?? 0) > 0,
      isWrappingUp,
    })
    return [
      {
        target: phoneTarget(instance, extension),
        isBusy: state !== 'available',
        isInCall: extension.call_status !== 'idle',
        isRegistered: extension.state === 'AUTHENTICATED',
        idleSince,
        calls: own?.calls ?? 0,
        extension,
        isSignedIn,
        state,
      },
    ]
  })
}

/** The extensions that are members: those of the instance of the queue come before others with the same number. */
export async function findMembers(db: TelephonyDb, queue: CallRoute): Promise<Extension[]> {
  const { members } = queue.settings as QueueSettings
  const numbers = members.filter((one) => /^[1-9]\d{1,5}$/.test(one)).map(Number)
  if (numbers.length === 0) return []
  const found = await extensionsTable.list(db, { company_id: queue.company_id, number: numbers })
  return numbers.flatMap((number) => {
    const same = found.filter((one) => one.number === number)
    return same.find(({ instance_uuid: uuid }) => uuid === queue.instance_uuid) ?? same[0] ?? []
  })
}

interface Circumstances {
  readonly isSignedIn: boolean
  readonly wantsQuiet: boolean
  /** in a call of a queue */
  readonly isTalking: boolean
  readonly isWrappingUp: boolean
}

function stateOf(extension: Extension, agent: Circumstances): AgentState {
  const { call_status: status, state } = extension
  if (!agent.isSignedIn) return 'signed_out'
  if (status === 'ringing') return 'ringing'
  if (status !== 'idle' || agent.isTalking) return 'in_call'
  if (state !== 'AUTHENTICATED') return 'unavailable'
  if (agent.wantsQuiet) return 'do_not_disturb'
  return agent.isWrappingUp ? 'wrap_up' : 'available'
}
