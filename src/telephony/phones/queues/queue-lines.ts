import type { Clock } from '../../../platform/clock.ts'
import type { Logger } from '../../../platform/logging/log.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import { callRoutesTable } from '../call-routes/call-route.ts'
import { type QueueCallsTable, queueCallsTable } from '../call-routes/queue-tables.ts'
import type { QueueSettings } from '../call-routes/queues.ts'
import { ringAgents } from '../call-routes/ring-strategies.ts'
import { formatParty } from '../pbx/call-party.ts'
import { type CallTarget, type PhoneTarget, partyOf } from '../pbx/flow/call-plan.ts'
import { formatAddress } from '../pbx/pbx-address.ts'
import type { QueueLines, QueuePbx, WaitingCall } from '../pbx/queue-lines.ts'
import { findAgents, type QueueAgent } from './find-agents.ts'
import { findSignIn } from './sign-in.ts'

/** Agents become free for many reasons, so we look for them while somebody waits. */
const CHECK_INTERVAL_MS = 1000

/** Until it is stored that an agent has answered, the agent must not ring for somebody else. */
const STORING_MS = 5000

/** After somebody has left the line, it may take a moment until a callback is stored. */
const RECENT_MS = 60_000

const MAX_CALLBACK_MS = 8 * 3_600_000

interface Waiting {
  readonly call: WaitingCall
  /** the agents who did not answer; each is tried before the first rings again */
  readonly tried: Set<string>
  /** The length of the line counts once, when the caller comes. */
  isNew: boolean
  announcedAt: number | undefined
}

type InLine = { readonly since: number } & (
  | { readonly waiting: Waiting }
  | { readonly callback: QueueCallsTable }
)

interface QueueKey {
  readonly companyId: number
  readonly queueId: string
}

/**
 * Decides who waits for whom. One process at a time runs the calls, of all PBXs, so that it can decide in memory, where
 * an agent cannot be given two callers. Agents and callbacks are in the database.
 */
export function createQueueLines(read: TelephonyDb, clock: Clock, log: Logger): QueueLines {
  const waiting = new Map<WaitingCall, Waiting>()
  const pbxs = new Set<QueuePbx>()
  /** queues without callers that may have callbacks, and until when we look */
  const recent = new Map<string, QueueKey & { until: number }>()
  /** agents who have just answered, and until when */
  const taken = new Map<string, number>()
  /** agents who ring for a callback, by its id */
  const callingBack = new Map<string, string>()
  /** when agents have rung last, for round robin */
  const rungAt = new Map<string, number>()
  let rings = 0
  let timer: NodeJS.Timeout | undefined
  let isServing = false
  let isStale = false

  /** Not before a PBX is there: those who were in line at a restart come one by one. */
  function serve(): void {
    if (pbxs.size === 0) return
    isStale = true
    if (!isServing) void serveAll()
  }

  async function serveAll(): Promise<void> {
    isServing = true
    while (isStale) {
      isStale = false
      const keys = new Map<string, QueueKey>(recent)
      for (const { call } of waiting.values()) keys.set(call.visit.plan.queueId, call.visit.plan)
      for (const key of keys.values()) {
        await serveQueue(key).catch((error) => log.warn({ err: error }, 'a queue could not be served'))
      }
    }
    isServing = false
  }

  async function serveQueue({ companyId, queueId }: QueueKey): Promise<void> {
    const queue = await callRoutesTable.find(read, { company_id: companyId, id: queueId })
    const agents = queue ? await findAgents(read, queue, clock.now()) : []
    const callbacks = queue
      ? await queueCallsTable.list(read, {
          company_id: companyId,
          queue_id: queueId,
          left_at: null,
          is_callback: 1,
        })
      : []
    // From here on nothing is waited for, so that the states are those of this moment.
    const own = [...waiting.values()].filter(({ call }) => call.visit.plan.queueId === queueId)
    const known = recent.get(queueId)
    if (callbacks.length > 0) recent.set(queueId, { companyId, queueId, until: clock.now() + RECENT_MS })
    else if (known && known.until < clock.now()) recent.delete(queueId)
    const line: InLine[] = [
      ...own.map((one) => ({ since: one.call.visit.since, waiting: one })),
      ...callbacks.map((callback) => ({ since: callback.entered_at, callback })),
    ].sort((one, other) => one.since - other.since)
    if (!queue) {
      for (const { call } of own) call.feed({ kind: 'overflowed' })
      return
    }
    const settings = queue.settings as QueueSettings
    for (const [index, one] of line.entries()) {
      if ('waiting' in one) serveCaller(one.waiting, index + 1, settings, agents)
      else serveCallback(one.callback, settings, agents)
    }
  }

  function serveCaller(
    one: Waiting,
    position: number,
    settings: QueueSettings,
    agents: readonly QueueAgent[],
  ): void {
    const { call, tried } = one
    if (call.state().at !== 'queued') return
    const now = clock.now()
    const isTooLong = one.isNew && settings.max_waiting > 0 && position > settings.max_waiting
    one.isNew = false
    const isTooLate = settings.max_wait > 0 && now - call.visit.since >= settings.max_wait * 1000
    const isEmpty = settings.leave_when_empty && !agents.some(({ isSignedIn }) => isSignedIn)
    if (isTooLong || isTooLate || isEmpty) {
      call.feed({ kind: 'overflowed' })
      return
    }
    const stage = chooseAgents(settings, agents, tried)
    if (stage) {
      for (const target of stage.targets) tried.add(nameOf(target))
      call.feed({ kind: 'offered', stage })
      return
    }
    const { announce_interval: interval } = settings
    if (interval === 0 || (one.announcedAt !== undefined && now - one.announcedAt < interval * 1000)) return
    one.announcedAt = now
    call.feed({ kind: 'announced', position })
  }

  function serveCallback(row: QueueCallsTable, settings: QueueSettings, agents: readonly QueueAgent[]): void {
    const { id, company_id: companyId, number, name } = row
    if (callingBack.has(id)) return
    if (clock.now() - row.entered_at > MAX_CALLBACK_MS) {
      const [pbx] = pbxs
      callingBack.set(id, '')
      pbx?.expire({ id, companyId })
      return
    }
    // One agent calls back.
    const strategy = settings.strategy === 'ringall' ? 'longest_idle' : settings.strategy
    const stage = chooseAgents({ ...settings, strategy }, agents, new Set())
    const agent = stage?.targets[0] as PhoneTarget | undefined
    if (!stage || !agent) return
    callingBack.set(id, nameOf(agent))
    const callback = { id, companyId, agent, callerId: { number, name }, seconds: stage.seconds }
    callBack(callback, agent).then(
      (isAnswered) => {
        if (isAnswered) taken.set(nameOf(agent), clock.now() + STORING_MS)
        // Until it is stored, the callback is not to be made again.
        setTimeout(() => callingBack.delete(id), isAnswered ? STORING_MS : 0).unref()
      },
      (error) => {
        log.warn({ err: error }, 'somebody could not be called back')
        callingBack.delete(id)
      },
    )
  }

  async function callBack(callback: Parameters<QueuePbx['callBack']>[0], agent: PhoneTarget) {
    for (const pbx of pbxs) if (await pbx.serves(agent.address)) return pbx.callBack(callback)
    return false
  }

  function chooseAgents(
    { strategy, ring_time: seconds }: QueueSettings,
    agents: readonly QueueAgent[],
    tried: Set<string>,
  ) {
    const reserved = reservedAgents()
    const free = agents
      .filter(({ state, target }) => state === 'available' && !reserved.has(nameOf(target)))
      .map((one) => ({ ...one, rungAt: rungAt.get(nameOf(one.target)) ?? 0 }))
    const fresh = free.filter(({ target }) => !tried.has(nameOf(target)))
    if (fresh.length === 0) tried.clear()
    const stage = ringAgents(strategy, strategy === 'ringall' || fresh.length === 0 ? free : fresh, seconds)
    rings += 1
    for (const target of stage?.targets ?? []) rungAt.set(nameOf(target), rings)
    return stage
  }

  /** Those who ring for a caller already, or have just answered. */
  function reservedAgents(): Set<string> {
    const now = clock.now()
    for (const [name, until] of taken) if (until < now) taken.delete(name)
    const names = new Set([...taken.keys(), ...callingBack.values()])
    for (const { call } of waiting.values()) {
      const state = call.state()
      if (state.at !== 'ringing' && state.at !== 'looking') continue
      for (const { targets } of state.plan.stages) for (const target of targets) names.add(nameOf(target))
    }
    return names
  }

  async function findCallbacks(): Promise<void> {
    const until = clock.now() + RECENT_MS
    for (const row of await queueCallsTable.list(read, { ended_at: null, is_callback: 1 })) {
      recent.set(row.queue_id, { companyId: row.company_id, queueId: row.queue_id, until })
    }
  }

  return {
    enter(call) {
      waiting.set(call, { call, tried: new Set(), isNew: true, announcedAt: undefined })
      serve()
    },
    leave(call, agent) {
      waiting.delete(call)
      const { companyId, queueId } = call.visit.plan
      recent.set(queueId, { companyId, queueId, until: clock.now() + RECENT_MS })
      if (agent) taken.set(formatAddress(agent), clock.now() + STORING_MS)
    },
    connect(pbx) {
      pbxs.add(pbx)
      serve()
      timer ??= setInterval(() => (waiting.size + recent.size > 0 ? serve() : undefined), CHECK_INTERVAL_MS)
      findCallbacks().catch((error) => log.warn({ err: error }, 'callbacks could not be found'))
    },
    disconnect(pbx) {
      pbxs.delete(pbx)
      if (pbxs.size > 0) return
      clearInterval(timer)
      timer = undefined
      recent.clear()
      taken.clear()
      callingBack.clear()
    },
    findSignIn: (plan) => findSignIn(read, plan),
  }
}

const nameOf = (target: CallTarget) => formatParty(partyOf(target))
