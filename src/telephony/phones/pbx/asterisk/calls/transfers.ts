import type { Logger } from '../../../../../platform/logging/log.ts'
import { uncheckedCast } from '../../../../../platform/unchecked-cast.ts'
import { formatParty } from '../../call-party.ts'
import { type CallPlan, type CallRouter, partyOf, type RefusePlan } from '../../flow/call-plan.ts'
import { newCall } from '../../flow/call-state.ts'
import type { CallParty, PbxAddress, PbxEvent } from '../../pbx.ts'
import { formatAddress } from '../../pbx-address.ts'
import type { Ari } from '../ari/ari.ts'
import { type AriChannel, addressOfChannel, partyOfChannel } from '../ari/ari-channel.ts'
import type { AriEvent } from '../ari/ari-events.ts'
import type { ParkedCalls } from './parked-calls.ts'
import {
  addRunningCall,
  type CallEnd,
  callEndAt,
  type FeedCall,
  type RunningCall,
  type RunningCalls,
  targetOf,
} from './running-calls.ts'

export interface TransfersUse {
  readonly ari: Ari
  readonly running: RunningCalls
  readonly feed: FeedCall
  readonly router: CallRouter
  /** where calls can be parked */
  readonly parked: Pick<ParkedCalls, 'freeSlot' | 'serves' | 'slotOf'>
  readonly log: Logger
  tell(event: PbxEvent): void
}

/** A phone asks to transfer one of its calls (SIP REFER). */
interface TransferRequest {
  readonly refer_to: {
    readonly requested_destination: { readonly destination?: string }
    /** the channel of its other call, if it has called there itself */
    readonly destination_channel?: AriChannel
  }
  readonly referred_by: { readonly source_channel: AriChannel }
}

/** Transfers calls. Asterisk only reports the request of a phone, and passes our result back to it. */
export function createTransfers({ ari, running, feed, router, parked, log, tell }: TransfersUse) {
  const endAt = (channel: string) => callEndAt(running, channel)

  /** by the channel of the phone that transfers */
  const notifying = new Map<string, Promise<void>>()

  /** Tells a phone what becomes of its transfer. It may have hung up, and then need not know. */
  function notify(channel: string, states: 'channel_answered' | 'channel_declined'): void {
    const done = ari
      .call('POST', `channels/${channel}/transfer_progress`, { states })
      .catch((error) => log.debug({ err: error }, 'a phone was not notified of its transfer'))
      .then(() => void notifying.delete(channel))
    notifying.set(channel, done)
  }

  const partyAt = async (channel: string): Promise<CallParty | undefined> =>
    partyOfChannel(await ari.call<AriChannel>('GET', `channels/${channel}`))

  function plan(
    { call, isCaller: isNew }: CallEnd,
    caller: CallParty,
    from: PbxAddress,
    dialled: string,
  ): Promise<CallPlan> {
    const name = formatParty(caller)
    const calls = [...running.byCaller.values()].filter((one) => formatParty(one.caller) === name)
    const callsOfCaller = calls.length + (isNew ? 1 : 0)
    const did = isNew ? undefined : call.dialled
    return router({ caller, from, dialled, did, prefix: '', callsOfCaller })
  }

  const tellTransferred = ({ id, caller }: RunningCall, to: string) =>
    tell({ kind: 'callTransferred', call: id, address: caller, to })

  const tellRefused = ({ id, caller }: RunningCall, { refused = [] }: RefusePlan) => {
    for (const target of refused) {
      const called = { called: partyOf(target), outcome: 'not_permitted' } as const
      tell({ kind: 'phoneCalled', call: id, address: caller, ...called })
    }
  }

  /** The request of a phone: see `sendOn`. */
  async function transferTo(source: AriChannel, dialled: string): Promise<boolean> {
    const from = addressOfChannel(source)
    const accept = () => notify(source.id, 'channel_answered')
    return from !== undefined && (await sendOn(source.id, from, dialled, { accept })) !== undefined
  }

  /**
   * Connects the end that stays with a number, and returns its call. Nothing changes if the number is unknown or over a
   * limit, or nothing is free there.
   */
  async function sendOn(
    source: string,
    from: PbxAddress,
    dialled: string,
    { accept = () => {}, onlyParks = false },
  ): Promise<RunningCall | undefined> {
    const end = endAt(source)
    const stays = end && (await partyAt(end.other))
    if (!stays) return undefined
    const planned = await plan(end, stays, from, dialled)
    if (planned.kind === 'refuse') {
      tellRefused(end.call, planned)
      return undefined
    }
    if (onlyParks && planned.kind !== 'park') return undefined
    if (planned.kind === 'park' && !(await parked.serves(planned))) return undefined
    // Either may have hung up in the meantime.
    if (endAt(source)?.other !== end.other) return undefined
    const slot = planned.kind === 'park' ? parked.freeSlot(planned) : undefined
    if (planned.kind === 'park' && slot === undefined) return undefined
    const to = slot === undefined ? dialled : String(slot)
    accept()
    tellTransferred(end.call, to)
    if (!end.isCaller) {
      feed(end.call, { kind: 'transferred', plan: planned })
      return end.call
    }
    feed(end.call, { kind: 'left', by: 'caller' })
    const call = takeOver(end.other, stays, to)
    feed(call, { kind: 'planned', plan: planned })
    return call
  }

  /** The call in which this phone talks: the newest, or the one that is named. */
  function channelOf(by: PbxAddress, callId: string | undefined): string | undefined {
    const name = formatParty(by)
    for (const { id, state, caller, answeredBy } of [...running.byCaller.values()].reverse()) {
      if (state.at !== 'talking' || (callId !== undefined && id !== callId)) continue
      if (formatParty(caller) === name) return id
      if (answeredBy && formatParty(partyOf(answeredBy)) === name) return state.leg
    }
    return undefined
  }

  /** A leg becomes the caller of a call of its own. */
  function takeOver(channel: string, caller: CallParty, dialled: string): RunningCall {
    running.byLeg.delete(channel)
    const call = addRunningCall(running, channel, caller, newCall)
    tell({ kind: 'callBegan', call: channel, address: caller, dialled })
    return call
  }

  /** The other ends of two calls of one phone are connected with each other. */
  async function join(source: AriChannel, destination: AriChannel): Promise<boolean> {
    const [one, two] = [endAt(source.id), endAt(destination.id)]
    const [from, via] = [addressOfChannel(source), addressOfChannel(destination)]
    // Others must not take over calls of this phone, and it has no calls of theirs.
    if (!one || !from || !via || formatAddress(from) !== formatAddress(via)) return false
    // It has not been answered there yet: the call goes there without it.
    if (!two) return transferTo(source, destination.dialplan.exten)
    const [stays, joins] = [await partyAt(one.other), await partyAt(two.other)]
    if (!stays || !joins || !endAt(source.id) || !endAt(destination.id)) return false
    notify(source.id, 'channel_answered')
    tellTransferred(one.call, String(joins.number))
    const target = targetOf(joins)
    feed(two.call, { kind: 'left', by: two.isCaller ? 'caller' : 'callee' })
    running.byLeg.delete(two.other)
    if (!one.isCaller) {
      running.byLeg.set(two.other, one.call)
      feed(one.call, { kind: 'joined', leg: { id: two.other, target } })
      return true
    }
    feed(one.call, { kind: 'left', by: 'caller' })
    const call = takeOver(one.other, stays, String(joins.number))
    running.byLeg.set(two.other, call)
    feed(call, { kind: 'joined', leg: { id: two.other, target } })
    return true
  }

  async function transfer({ refer_to: to, referred_by: by }: TransferRequest): Promise<void> {
    const { source_channel: source } = by
    const { destination = '' } = to.requested_destination
    const isDone = await (to.destination_channel
      ? join(source, to.destination_channel)
      : transferTo(source, destination)
    ).catch((error) => {
      log.warn({ err: error }, 'a call could not be transferred')
      return false
    })
    if (!isDone) notify(source.id, 'channel_declined')
  }

  return {
    onEvent(event: AriEvent): void {
      if (event.type !== 'ChannelTransfer') return
      void transfer(uncheckedCast<TransferRequest>(event))
    },
    /** Parks the other end of a call of this phone, and returns the slot; undefined if that is not possible. */
    async park(by: PbxAddress, number: string, callId?: string): Promise<number | undefined> {
      const channel = channelOf(by, callId)
      const call = channel && (await sendOn(channel, by, number, { onlyParks: true }))
      return call ? parked.slotOf(call) : undefined
    },
    /** Resolves when the phone at this channel knows what became of its transfer: it must not be hung up before. */
    notified: async (channel: string): Promise<void> => notifying.get(channel),
  }
}
