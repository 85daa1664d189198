import { hangUpCauses } from '../../flow/call-plan.ts'
import type { CallState } from '../../flow/call-state.ts'
import type { PbxEvent } from '../../pbx.ts'
import { parseAddress } from '../../pbx-address.ts'
import type { Ari } from '../ari/ari.ts'
import { type AriChannel, partyOfChannel } from '../ari/ari-channel.ts'
import { endChannel } from '../ari/end-channel.ts'
import { FAX_CONTEXT } from '../config/fax-dialplan.ts'
import type { CallLegs } from './call-legs.ts'
import { stopCallSounds } from './call-sounds.ts'
import { type ConferenceCalls, isBridgeOfRoom } from './conference-calls.ts'
import { callOfPage, type Pages } from './pages.ts'
import type { ParkedCalls } from './parked-calls.ts'
import type { QueuedCalls } from './queued-calls.ts'
import type { Recordings } from './recordings.ts'
import { addRunningCall, earlyBridgeOf, type FeedCall, type RunningCalls, targetOf } from './running-calls.ts'

/** A bridge connects channels. Ours has the id of the caller's channel. */
interface AriBridge {
  readonly id: string
  /** `stasis` if an application has created it */
  readonly bridge_class: string
  readonly channels: readonly string[]
}

export interface CallAdoption {
  readonly ari: Ari
  readonly running: RunningCalls
  readonly legs: CallLegs
  readonly recordings: Recordings
  readonly queued: QueuedCalls
  readonly conferences: ConferenceCalls
  readonly parked: ParkedCalls
  readonly pages: Pages
  readonly feed: FeedCall
  tell(event: PbxEvent): void
}

/** Takes over the calls of another process, which may have stopped in the middle of some. */
export async function adoptCalls(use: CallAdoption, channels: readonly AriChannel[]): Promise<void> {
  const { ari, running, recordings, queued, conferences, parked } = use
  endLost(use, channels)
  const beingRecorded = await recordings.adopt(new Set(channels.map(({ id }) => id)))
  for (const channel of channels) {
    if (beingRecorded.has(channel.id)) adopt(use, channel, { at: 'recording', outcome: 'no_answer' })
    else if (channel.dialplan.context === FAX_CONTEXT) adopt(use, channel, { at: 'faxing' })
  }
  const bridges: AriBridge[] = []
  for (const bridge of await ari.call<AriBridge[]>('GET', 'bridges')) {
    if (!bridge.id.startsWith(earlyBridgeOf(''))) bridges.push(bridge)
    else if (!running.byCaller.has(bridge.id.slice(earlyBridgeOf('').length)))
      await ari.call('DELETE', `bridges/${bridge.id}`).catch(() => {})
  }
  // Others belong to calls of the dialplan, which go on by themselves.
  const rooms = bridges.filter(({ id }) => isBridgeOfRoom(id))
  const calls = bridges.filter((bridge) => !rooms.includes(bridge))
  for (const bridge of calls) {
    const page = callOfPage(bridge.id)
    const members = channels.filter(({ id }) => bridge.channels.includes(id))
    if (page !== undefined && use.pages.adopt(page, members)) continue
    if (bridge.bridge_class === 'stasis') adoptTalking(use, bridge, channels)
  }
  const bridged = new Set(calls.flatMap((bridge) => bridge.channels))
  for (const channel of channels) {
    const { id, dialplan } = channel
    const isOurs = dialplan.app_name === 'Stasis' || dialplan.app_name === 'AppDial2'
    if (!isOurs || bridged.has(id) || running.byCaller.has(id) || running.byLeg.has(id)) continue
    // It would wait for the end of a prompt.
    await stopCallSounds(ari, id)
    if ((await queued.adopt(channel)) || (await parked.adopt(channel))) continue
    const isInRoom = rooms.some((bridge) => bridge.channels.includes(id))
    if (await conferences.adopt(channel, isInRoom)) continue
    // Other callers are sent through the dialplan again. Phones that ring for a lost process are hung up.
    if (!isCaller(channel)) endChannel(ari, id)
    else {
      const place = { context: dialplan.context, extension: dialplan.exten, priority: 1 }
      await ari.call('POST', `channels/${id}/continue`, place).catch(() => {})
    }
  }
  await conferences.settleAll()
  await parked.settleLamps()
}

/** Calls that have ended while no events came. */
function endLost({ running, legs, feed, tell }: CallAdoption, channels: readonly AriChannel[]): void {
  const alive = new Set(channels.map(({ id }) => id))
  for (const call of [...running.byCaller.values()]) {
    if (!alive.has(call.id)) feed(call, { kind: 'callerEnded' })
  }
  for (const leg of [...running.byLeg.keys()]) if (!alive.has(leg)) legs.ended(leg, hangUpCauses.absent)
  tell({ kind: 'callsInProgress', calls: [...alive] })
}

/** The caller goes on with the message or the fax. */
function adopt({ running }: CallAdoption, channel: AriChannel, state: CallState): void {
  const caller = partyOfChannel(channel)
  if (caller && !running.byCaller.has(channel.id)) addRunningCall(running, channel.id, caller, state)
}

/** Both go on talking. If one has hung up in the meantime, so does the other. */
function adoptTalking(
  { ari, running, tell }: CallAdoption,
  { id, channels: members }: AriBridge,
  channels: readonly AriChannel[],
): void {
  if (running.byCaller.has(id)) return
  const channel = channels.find((one) => one.id === id)
  const leg = members.find((one) => one !== id)
  const caller = channel && partyOfChannel(channel)
  if (!caller || !leg || members.length < 2) {
    for (const member of members) endChannel(ari, member)
    if (caller) tell({ kind: 'callEnded', call: id, address: caller, result: 'answered' })
    return
  }
  const call = addRunningCall(running, id, caller, { at: 'talking', leg })
  running.byLeg.set(leg, call)
  const answerer = channels.find((one) => one.id === leg)
  const called = answerer && calledAt(answerer)
  if (called) call.answeredBy = targetOf(called)
  if (called) tell({ kind: 'phoneCalled', call: id, address: caller, called, outcome: 'answered' })
}

/** Whom a leg calls. A leg to another Asterisk has the address in the arguments of our application. */
const calledAt = (leg: AriChannel) =>
  partyOfChannel(leg) ?? parseAddress(/,leg,([^,]+)$/.exec(leg.dialplan.app_data)?.[1])

/** From a phone or from a trunk. */
const isCaller = ({ dialplan }: AriChannel) => /,(incoming|trunk,[^,]*)$/.test(dialplan.app_data)
