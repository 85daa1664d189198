import type { Logger } from '../../../../../platform/logging/log.ts'
import { isExternal } from '../../call-party.ts'
import type { CallerId, CallRouter, ParkingPlan, ParkPlan } from '../../flow/call-plan.ts'
import type { CallState } from '../../flow/call-state.ts'
import type { ParkedCallEvent, PbxAddress, PbxEvent } from '../../pbx.ts'
import { formatAddress, parseAddress } from '../../pbx-address.ts'
import { type Ari, ignoreMissing } from '../ari/ari.ts'
import { type AriChannel, partyOfChannel } from '../ari/ari-channel.ts'
import type { AriEvent } from '../ari/ari-events.ts'
import { readVariable, writeVariable } from '../ari/channel-variable.ts'
import { STASIS_APP } from '../asterisk-dialplan.ts'
import type { FindAtPeers } from '../phones/asterisk-peers.ts'
import { isSlotLamp, slotLamp } from '../phones/slot-lamps.ts'
import type { HeldCalls } from './held-calls.ts'
import { addRunningCall, type FeedCall, type RunningCall, type RunningCalls } from './running-calls.ts'

/** A parked channel has this variable: another process takes it over. */
const VARIABLE = 'SWITCHBOARD_PARKED'
/** Any server can ask the one that runs the calls, by way of Asterisk. */
const REQUEST = 'switchboard-park'
/** A channel has this variable until its request is done. */
const REQUESTED = 'SWITCHBOARD_PARK_REQUEST'

interface StoredPlace {
  readonly slot: number
  readonly since: number
  readonly parkedBy: string
  readonly callerId: CallerId
  readonly dialled: string | undefined
}

interface Place {
  readonly call: RunningCall
  readonly plan: ParkPlan
  readonly slot: number
}

export interface ParkedCallsUse {
  readonly ari: Ari
  readonly running: RunningCalls
  readonly held: HeldCalls
  readonly log: Logger
  readonly feed: FeedCall
  readonly findAtPeers: FindAtPeers
  readonly router: CallRouter
  /** Parks the other end of a call of this phone: the newest, or the one that is named. Returns its slot. */
  parkOther(by: PbxAddress, number: string, call?: string): Promise<number | undefined>
  tell(event: PbxEvent): void
}

/** Asks the server that runs the call. If none does at this moment, the next one finds the request at the channel. */
export async function requestParking(ari: Ari, call: string, by: PbxAddress, number: number): Promise<void> {
  const request = `${formatAddress(by)} ${number}`
  await writeVariable(ari, call, REQUESTED, request)
  const source = { application: STASIS_APP, source: `channel:${call}` }
  await ari.call('POST', `events/user/${REQUEST}`, source, { variables: { request } }).catch(ignoreMissing)
}

/** The callers of an Asterisk that are parked. */
export function createParkedCalls(use: ParkedCallsUse) {
  const { ari, running, held, log, feed, tell } = use
  const warn = (error: unknown) => log.warn({ err: error }, 'a call could not be parked')
  /** by the address of the slot */
  const places = new Map<string, Place>()

  const addressOf = ({ lot }: { lot: PbxAddress }, slot: number) => ({ domain: lot.domain, number: slot })
  const keyOf = (plan: { lot: PbxAddress }, slot: number) => formatAddress(addressOf(plan, slot))
  const freeSlot = (plan: ParkPlan) => plan.slots.find((slot) => !places.has(keyOf(plan, slot)))
  const placeOf = (call: RunningCall) => [...places.values()].find((place) => place.call === call)

  function tellState({ call, plan, slot }: Place, state: ParkedCallEvent['state'], by?: PbxAddress): void {
    const { companyId, lotId, callerId, parkedBy, since, seconds } = plan
    tell({
      ...{ kind: 'parkedCall', call: call.id, address: call.caller },
      ...{ companyId, lotId, slot, callerId, parkedBy, since, returnsAt: since + seconds * 1000 },
      ...{ state, ...(by && { by }) },
    })
  }

  /** Phones that watch the slot show whether it is taken. */
  function light(address: PbxAddress, isTaken: boolean): void {
    const state = { deviceState: isTaken ? 'INUSE' : 'NOT_INUSE' }
    ari
      .call('PUT', `deviceStates/${encodeURIComponent(slotLamp(address))}`, state)
      .catch((error) => log.warn({ err: error }, 'the lamps of a parking slot are wrong'))
  }

  function leave(place: Place): void {
    const { call, plan, slot } = place
    const { state } = call
    places.delete(keyOf(plan, slot))
    light(addressOf(plan, slot), false)
    const target = state.at === 'talking' ? call.answeredBy : undefined
    if (target?.kind === 'phone') tellState(place, 'picked_up', target.address)
    else tellState(place, state.at === 'ended' ? 'ended' : 'returned')
    if (state.at !== 'ended') void remember(call.id, '').catch(() => {})
  }

  const remember = (channel: string, value: string) => writeVariable(ari, channel, VARIABLE, value)

  async function recall(channel: string): Promise<StoredPlace | undefined> {
    const stored = await readVariable(ari, channel, VARIABLE)
    return stored ? (JSON.parse(stored) as StoredPlace) : undefined
  }

  /** `1002@a.test 701`: who parks, and where. */
  async function onRequest(channel: string, request: string): Promise<void> {
    const [by, number] = request.split(' ')
    const phone = parseAddress(by)
    await writeVariable(ari, channel, REQUESTED, '')
    if (phone && number !== undefined) await use.parkOther(phone, number, channel)
  }

  return {
    freeSlot,
    slotOf: (call: RunningCall) => placeOf(call)?.slot,
    /** A channel waits in one Asterisk: that of the lot. */
    serves: async ({ lot }: ParkPlan) => (await use.findAtPeers(lot)) === undefined,
    /** After each step of a call: it may have left its slot. */
    noteStep(call: RunningCall, before: CallState): void {
      const place = before.at === 'parked' && call.state.at !== 'parked' ? placeOf(call) : undefined
      if (place) leave(place)
    },
    /** Takes the slot at once, so that nobody else gets it. */
    async enter(call: RunningCall, plan: ParkPlan): Promise<void> {
      const slot = freeSlot(plan)
      if (slot === undefined) {
        feed(call, { kind: 'failed' })
        return
      }
      const place = { call, plan, slot }
      places.set(keyOf(plan, slot), place)
      tellState(place, 'parked')
      light(addressOf(plan, slot), true)
      // The caller was talking, and is alone in a bridge.
      await ari.call('DELETE', `bridges/${call.id}`).catch(() => {})
      await held.play(call.id, plan.music)
      const { callerId, since } = plan
      const parkedBy = formatAddress(plan.parkedBy)
      const stored: StoredPlace = { slot, since, parkedBy, callerId, dialled: call.dialled }
      await remember(call.id, JSON.stringify(stored))
    },
    /** Picks up the call at the slot, or parks the other call of the phone. The channel becomes a leg in the first case. */
    async dial(call: RunningCall, { lot, slot, by }: ParkingPlan): Promise<void> {
      const place = slot === undefined ? undefined : places.get(keyOf({ lot }, slot))
      if (place) {
        feed(call, { kind: 'pickedUp', hasCall: true })
        running.byLeg.set(call.id, place.call)
        feed(place.call, { kind: 'taken', leg: { id: call.id, target: { kind: 'phone', address: by } } })
        return
      }
      const parked = await use.parkOther(by, String(slot ?? lot.number))
      if (parked !== undefined) await showNumber(call.id, parked)
      feed(call, { kind: 'parked', slot: parked })
    },
    onEvent(event: AriEvent): void {
      if (event.type !== 'ChannelUserevent' || event.eventname !== REQUEST) return
      const channel = event.channel as AriChannel | undefined
      if (channel)
        onRequest(channel.id, String((event.userevent as { request?: string }).request)).catch(warn)
    },
    /** Calls may have been asked for while no process was there. */
    async adoptRequests(): Promise<void> {
      for (const { id, state } of [...running.byCaller.values()]) {
        if (state.at !== 'talking') continue
        const request = await readVariable(ari, id, REQUESTED)
        if (request) await onRequest(id, request).catch(warn)
      }
    },
    /** Whether the channel was parked when another process stopped. If so, it is again, or goes to who parked it. */
    async adopt(channel: AriChannel): Promise<boolean> {
      const stored = await recall(channel.id)
      const caller = stored && partyOfChannel(channel)
      const from = parseAddress(stored?.parkedBy)
      if (!stored || !caller || !from) return false
      const { slot, since, callerId, dialled } = stored
      const did = isExternal(caller) ? dialled : undefined
      const request = { caller, from, did, prefix: '', callsOfCaller: 1 }
      const again = await use.router({ ...request, dialled: String(slot) })
      const plan =
        again.kind === 'park'
          ? { ...again, callerId, since }
          : await use.router({ ...request, dialled: String(from.number), isForwarded: true })
      const call = addRunningCall(running, channel.id, caller, { at: 'planning', forwards: 0 }, dialled)
      feed(call, { kind: 'planned', plan })
      return true
    },
    /** All are there again: the lamps of the other slots go out. */
    async settleLamps(): Promise<void> {
      const taken = new Set([...places.values()].map(({ plan, slot }) => slotLamp(addressOf(plan, slot))))
      const states = await ari.call<{ name: string; state: string }[]>('GET', 'deviceStates').catch(() => [])
      for (const { name, state } of states) {
        if (!isSlotLamp(name) || state === 'NOT_INUSE' || taken.has(name)) continue
        const path = `deviceStates/${encodeURIComponent(name)}`
        await ari.call('PUT', path, { deviceState: 'NOT_INUSE' }).catch(() => {})
      }
    },
    stop: () => places.clear(),
  }

  /** Desk phones show it, and it is said. */
  async function showNumber(channel: string, slot: number): Promise<void> {
    const variables = { variable: 'CONNECTEDLINE(num)', value: String(slot) }
    await ari.call('POST', `channels/${channel}/variable`, variables).catch(() => {})
  }
}

export type ParkedCalls = ReturnType<typeof createParkedCalls>
