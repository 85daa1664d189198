import { randomUUID } from 'node:crypto'
import type { Logger } from '../../../../../platform/logging/log.ts'
import { isExternal } from '../../call-party.ts'
import type { CallerId, CallRouter, CallTarget, QueueVisit } from '../../flow/call-plan.ts'
import type { CallState } from '../../flow/call-state.ts'
import type { CallParty, PbxAddress, PbxEvent, QueueCallEvent } from '../../pbx.ts'
import { formatAddress, parseAddress } from '../../pbx-address.ts'
import type { Callback, QueueLines, WaitingCall } from '../../queue-lines.ts'
import type { Ari } from '../ari/ari.ts'
import { type AriChannel, partyOfChannel } from '../ari/ari-channel.ts'
import type { AriEvent } from '../ari/ari-events.ts'
import { readVariable } from '../ari/channel-variable.ts'
import { endChannel } from '../ari/end-channel.ts'
import { STASIS_APP } from '../asterisk-dialplan.ts'
import type { FindAtPeers } from '../phones/asterisk-peers.ts'
import type { EndpointsOf } from '../phones/browser-phones.ts'
import { findDialledAt } from '../phones/find-contacts.ts'
import { addRunningCall, type FeedCall, type RunningCall, type RunningCalls } from './running-calls.ts'

/** A channel in line has this variable: another process takes the caller over with the time of entry. */
const VARIABLE = 'SWITCHBOARD_QUEUE'

interface StoredVisit {
  readonly queue: string
  readonly since: number
  readonly forwards: number
  readonly callerId: CallerId
  readonly dialled: string | undefined
}

export interface QueuedCallsUse {
  readonly ari: Ari
  readonly running: RunningCalls
  readonly lines: QueueLines
  readonly log: Logger
  readonly feed: FeedCall
  readonly endpointsOf: EndpointsOf
  readonly findAtPeers: FindAtPeers
  readonly router: CallRouter
  /** Begins a call of a phone that is connected already. */
  begin(channel: string, caller: CallParty, dialled: string): void
  tell(event: PbxEvent): void
}

interface Ringing {
  readonly callback: Callback
  done(isAnswered: boolean): void
}

/** The callers of an Asterisk that are in line. */
export function createQueuedCalls(use: QueuedCallsUse) {
  const { ari, running, lines, log, feed, tell } = use
  const waiting = new Map<RunningCall, WaitingCall>()
  /** the phones of agents that ring for a callback, by channel */
  const ringing = new Map<string, Ringing>()
  /** callers who are on their way into line */
  const entering = new Set<Promise<void>>()

  const tellState = (
    { id, caller }: RunningCall,
    { plan, since }: QueueVisit,
    state: QueueCallEvent['state'],
    agent?: PbxAddress,
  ) => {
    const { companyId, queueId, callerId } = plan
    tell({
      kind: 'queueCall',
      call: id,
      address: caller,
      companyId,
      queueId,
      callerId,
      since,
      state,
      ...(agent && { agent }),
    })
  }

  function finish(channel: string, isAnswered: boolean): void {
    const found = ringing.get(channel)
    ringing.delete(channel)
    found?.done(isAnswered)
  }

  /** One phone of the agent rings. Several would have to be told apart. */
  async function callBack(callback: Callback): Promise<boolean> {
    const { agent, callerId, seconds, companyId, id } = callback
    const [phone] = await findDialledAt(ari, await use.endpointsOf(agent.address))
    if (phone === undefined) return false
    const channel = randomUUID()
    const answered = new Promise<boolean>((done) => ringing.set(channel, { callback, done }))
    const timer = setTimeout(() => {
      endChannel(ari, channel)
      finish(channel, false)
    }, seconds * 1000)
    try {
      const appArgs = `callback,${formatAddress(agent.address)}`
      await ari.call('POST', 'channels/create', {
        endpoint: phone,
        app: STASIS_APP,
        appArgs,
        channelId: channel,
      })
    } catch (error) {
      log.debug({ err: error }, 'the phone of an agent could not be called')
      finish(channel, false)
    }
    const isAnswered = await answered
    clearTimeout(timer)
    if (!isAnswered) return false
    tell({ kind: 'callback', id, companyId, outcome: 'called_back', agent: agent.address })
    use.begin(channel, agent.address, callerId.number)
    return true
  }

  /** The channel has entered our application: the phone is called now. */
  async function dial(channel: string, { callback: { callerId } }: Ringing): Promise<void> {
    try {
      for (const [variable, value] of [
        ['CONNECTEDLINE(name,i)', callerId.name],
        ['CONNECTEDLINE(num,i)', callerId.number],
      ] as const) {
        await ari.call('POST', `channels/${channel}/variable`, { variable, value })
      }
      await ari.call('POST', `channels/${channel}/dial`)
    } catch (error) {
      log.debug({ err: error }, 'the phone of an agent could not be called')
      endChannel(ari, channel)
      finish(channel, false)
    }
  }

  const pbx = {
    serves: async (address: PbxAddress) => (await use.findAtPeers(address)) === undefined,
    callBack,
    expire: ({ id, companyId }: Pick<Callback, 'id' | 'companyId'>) =>
      tell({ kind: 'callback', id, companyId, outcome: 'expired' }),
  }

  async function enter(call: RunningCall, visit: QueueVisit): Promise<void> {
    const { plan, since, forwards } = visit
    const { callee, callerId } = plan
    const queue = formatAddress(callee)
    const stored: StoredVisit = { queue, since, forwards, callerId, dialled: call.dialled }
    await ari.call('POST', `channels/${call.id}/answer`)
    // A caller who was transferred is alone in a bridge, and would not be found there.
    await ari.call('DELETE', `bridges/${call.id}`).catch(() => {})
    await remember(call.id, JSON.stringify(stored))
    // The caller may have hung up in the meantime.
    if (visitOf(call.state)?.since !== since) return
    const one: WaitingCall = { visit, state: () => call.state, feed: (input) => feed(call, input) }
    waiting.set(call, one)
    lines.enter(one)
  }

  return {
    /** Agents ring once all whom another process has left in line are there: the first must not be passed over. */
    async connect(): Promise<void> {
      await Promise.allSettled(entering)
      lines.connect(pbx)
    },
    /** After each step of a call: it may have come into line, or left it. */
    noteStep(call: RunningCall, before: CallState): void {
      const [old, now] = [visitOf(before), visitOf(call.state)]
      if (now && !old) tellState(call, now, 'waiting')
      if (!old || now) return
      const agent = call.state.at === 'talking' ? targetOf(before, call.state.leg) : undefined
      const address = agent?.kind === 'phone' ? agent.address : undefined
      tellState(call, old, outcomeOf(call.state), address)
      const one = waiting.get(call)
      waiting.delete(call)
      if (one) lines.leave(one, address)
      if (call.state.at !== 'ended') void remember(call.id, '').catch(() => {})
    },
    /** The caller is answered, and the channel keeps the place in line. */
    async enter(call: RunningCall, visit: QueueVisit): Promise<void> {
      const entered = enter(call, visit)
      entering.add(entered)
      try {
        await entered
      } finally {
        entering.delete(entered)
      }
    },
    /** Whether the channel is the phone of an agent that rings for a callback. */
    isRinging: (channel: string) => ringing.has(channel),
    onEvent(event: AriEvent): void {
      const channel = event.channel as AriChannel | undefined
      const found = channel && ringing.get(channel.id)
      if (!found || !channel) return
      if (event.type === 'StasisStart') void dial(channel.id, found)
      else if (event.type === 'ChannelStateChange' && channel.state === 'Up') finish(channel.id, true)
      else if (event.type === 'ChannelDestroyed') finish(channel.id, false)
    },
    /** Whether the channel was in line when another process stopped. If so, the caller is again, at the same place. */
    async adopt(channel: AriChannel): Promise<boolean> {
      const stored = await recall(channel.id)
      const caller = stored && partyOfChannel(channel)
      const queue = parseAddress(stored?.queue)
      if (!stored || !caller || !queue) return false
      const { since, forwards, dialled } = stored
      const call = addRunningCall(running, channel.id, caller, { at: 'planning', forwards, since }, dialled)
      const request = {
        caller,
        from: queue,
        dialled: String(queue.number),
        did: isExternal(caller) ? dialled : undefined,
        prefix: '',
        callsOfCaller: 1,
        isForwarded: true,
      }
      const plan = await use.router(request)
      const { callerId } = stored
      feed(call, { kind: 'planned', plan: plan.kind === 'queue' ? { ...plan, callerId } : plan })
      return true
    },
    stop(): void {
      lines.disconnect(pbx)
      for (const one of waiting.values()) lines.leave(one, undefined)
      waiting.clear()
      for (const channel of [...ringing.keys()]) finish(channel, false)
    },
  }

  function remember(channel: string, value: string): Promise<unknown> {
    return ari.call('POST', `channels/${channel}/variable`, { variable: VARIABLE, value })
  }

  async function recall(channel: string): Promise<StoredVisit | undefined> {
    const stored = await readVariable(ari, channel, VARIABLE)
    return stored ? (JSON.parse(stored) as StoredVisit) : undefined
  }
}

export type QueuedCalls = ReturnType<typeof createQueuedCalls>

/** Where in line a call is. While phones of agents ring, the caller still waits. */
function visitOf(state: CallState): QueueVisit | undefined {
  if (state.at === 'queued') return state
  return state.at === 'ringing' || state.at === 'looking' ? state.plan.queue : undefined
}

function targetOf(before: CallState, leg: string): CallTarget | undefined {
  if (before.at !== 'ringing' && before.at !== 'looking') return undefined
  return before.legs.find(({ id }) => id === leg)?.target
}

function outcomeOf(state: CallState): QueueCallEvent['state'] {
  if (state.at === 'talking') return 'answered'
  if (state.at === 'leaving') return 'callback'
  return state.at === 'planning' || (state.at === 'ended' && state.result === 'no_answer')
    ? 'overflowed'
    : 'abandoned'
}
