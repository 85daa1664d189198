import { setTimeout as pause } from 'node:timers/promises'
import { runExclusive } from '../../../../../platform/concurrency/run-exclusive.ts'
import type { Logger } from '../../../../../platform/logging/log.ts'
import { isExternal } from '../../call-party.ts'
import type { CallerId, CallRouter, ConferencePlan, ConferenceVisit } from '../../flow/call-plan.ts'
import type { CallState } from '../../flow/call-state.ts'
import type { PbxEvent } from '../../pbx.ts'
import { formatAddress, parseAddress } from '../../pbx-address.ts'
import type { Ari } from '../ari/ari.ts'
import { type AriChannel, partyOfChannel } from '../ari/ari-channel.ts'
import { readVariable } from '../ari/channel-variable.ts'
import type { FindAtPeers } from '../phones/asterisk-peers.ts'
import type { AnnouncementSounds } from './announcement-sounds.ts'
import type { HeldCalls } from './held-calls.ts'
import type { Playbacks } from './playbacks.ts'
import { addRunningCall, type FeedCall, type RunningCall, type RunningCalls } from './running-calls.ts'

/** A channel in a room has this variable: another process takes it over. */
const VARIABLE = 'SWITCHBOARD_ROOM'

/** The others hear that somebody comes or goes, in words or by a tone. */
const TONES = { conference_joined: 'tone:880', conference_left: 'tone:440' }
const TONE_MS = 250

interface StoredVisit {
  readonly room: string
  readonly since: number
  readonly isModerator: boolean
  readonly callerId: CallerId
  readonly dialled: string | undefined
}

interface Member {
  readonly call: RunningCall
  readonly visit: ConferenceVisit
  /** connected with the others; else the caller hears music */
  isBridged: boolean
  /** The caller has heard why there is nobody to talk with. */
  isTold?: boolean
}

export interface ConferenceCallsUse {
  readonly ari: Ari
  readonly running: RunningCalls
  readonly held: HeldCalls
  readonly playbacks: Playbacks
  readonly announcements: AnnouncementSounds
  readonly log: Logger
  readonly feed: FeedCall
  readonly findAtPeers: FindAtPeers
  readonly router: CallRouter
  tell(event: PbxEvent): void
}

/** The bridge of a room. */
export const bridgeOfRoom = (roomId: string) => `room-${roomId}`

export const isBridgeOfRoom = (bridge: string) => bridge.startsWith(bridgeOfRoom(''))

/** The callers of an Asterisk that are in conference rooms. */
export function createConferenceCalls(use: ConferenceCallsUse) {
  const { ari, running, held, log, feed, tell } = use
  const rooms = new Map<string, Set<Member>>()

  const membersOf = (roomId: string) => [...(rooms.get(roomId) ?? [])]

  function tellState({ id, caller }: RunningCall, visit: ConferenceVisit, state: 'entered' | 'left'): void {
    const { plan, isModerator, since } = visit
    const { companyId, roomId, callerId } = plan
    tell({
      kind: 'conferenceCall',
      call: id,
      address: caller,
      companyId,
      roomId,
      callerId,
      isModerator,
      since,
      state,
    })
  }

  /** Connects all who may talk by now, and plays music to the others. One change of a room at a time. */
  function settle(roomId: string): Promise<void> {
    return runExclusive(`conference room ${roomId}`, async () => {
      const members = membersOf(roomId)
      const isWaiting = members.every(({ visit }) => visit.plan.waitsForModerator && !visit.isModerator)
      const isTalking = members.length > 1 && !isWaiting
      const bridge = bridgeOfRoom(roomId)
      if (isTalking)
        await ari.call('POST', `bridges/${bridge}`, { type: 'mixing,dtmf_events' }).catch(() => {})
      for (const member of members) {
        // A channel that has gone has an event of its own.
        await (isTalking ? connect(member, bridge) : separate(member, bridge, !isWaiting)).catch((error) =>
          log.debug({ err: error }, 'a caller could not be connected with a conference'),
        )
      }
      if (members.length === 0) await ari.call('DELETE', `bridges/${bridge}`).catch(() => {})
    }).catch((error) => log.warn({ err: error }, 'a conference room could not be changed'))
  }

  async function connect(member: Member, bridge: string): Promise<void> {
    const { call } = member
    if (member.isBridged) return
    feed(call, { kind: 'roomTalks' })
    await held.stop(call.id)
    await ari.call('POST', `bridges/${bridge}/addChannel`, { channel: call.id })
    member.isBridged = true
    member.isTold = false
  }

  async function separate(member: Member, bridge: string, isAlone: boolean): Promise<void> {
    const { call } = member
    if (member.isBridged) await ari.call('POST', `bridges/${bridge}/removeChannel`, { channel: call.id })
    member.isBridged = false
    if (member.isTold) return
    member.isTold = true
    feed(call, { kind: 'roomQuiet', isAlone })
  }

  async function tellOthers(
    { roomId, roomLanguage: language }: ConferencePlan,
    say: keyof typeof TONES,
  ): Promise<void> {
    if (membersOf(roomId).filter(({ isBridged }) => isBridged).length < 2) return
    const bridge = bridgeOfRoom(roomId)
    const words = await use.announcements.find({ say, language })
    if (words && (await use.playbacks.playToBridge(bridge, words))) return
    const playback = `${bridge}-${say}`
    await ari.call('POST', `bridges/${bridge}/play/${playback}`, { media: TONES[say] })
    await pause(TONE_MS)
    await ari.call('DELETE', `playbacks/${playback}`)
  }

  async function join(call: RunningCall, visit: ConferenceVisit): Promise<void> {
    const { roomId } = visit.plan
    const members = rooms.get(roomId) ?? new Set()
    rooms.set(roomId, members.add({ call, visit, isBridged: false }))
    await settle(roomId)
    await tellOthers(visit.plan, 'conference_joined').catch(() => {})
  }

  function leave(call: RunningCall, { plan, isModerator }: ConferenceVisit): void {
    const { roomId } = plan
    const members = rooms.get(roomId)
    for (const member of membersOf(roomId)) if (member.call === call) members?.delete(member)
    if (members?.size === 0) rooms.delete(roomId)
    const left = membersOf(roomId)
    if (isModerator && plan.endsWithModerator && !left.some(({ visit }) => visit.isModerator)) {
      for (const member of left) feed(member.call, { kind: 'roomClosed' })
    }
    void settle(roomId)
    void tellOthers(plan, 'conference_left').catch(() => {})
  }

  return {
    /** After each step of a call: it may have come into a room, or left it. */
    noteStep(call: RunningCall, before: CallState): void {
      const [old, now] = [visitOf(before), visitOf(call.state)]
      if (now && !old) tellState(call, now, 'entered')
      if (!old || now) return
      tellState(call, old, 'left')
      leave(call, old)
    },
    /** The caller is answered, and the channel stays in the room. */
    async enter(call: RunningCall, visit: ConferenceVisit): Promise<void> {
      const { plan, isModerator, since } = visit
      // A bridge is in one Asterisk. Two rooms with one number would be worse than none.
      if ((await use.findAtPeers(plan.room)) !== undefined) {
        feed(call, { kind: 'failed' })
        return
      }
      await ari.call('POST', `channels/${call.id}/answer`)
      tell({ kind: 'callAnswered', call: call.id, address: call.caller })
      // A caller who was transferred is alone in a bridge.
      await ari.call('DELETE', `bridges/${call.id}`).catch(() => {})
      const { callerId, room } = plan
      const stored: StoredVisit = {
        ...{ room: formatAddress(room), since, isModerator },
        ...{ callerId, dialled: call.dialled },
      }
      const value = JSON.stringify(stored)
      await ari.call('POST', `channels/${call.id}/variable`, { variable: VARIABLE, value })
      // The caller may have hung up in the meantime.
      if (visitOf(call.state)) await join(call, visit)
    },
    /** Whether the channel was in a room when another process stopped. If so, it is again. */
    async adopt(channel: AriChannel, isBridged: boolean): Promise<boolean> {
      const stored = await recall(channel.id)
      const caller = stored && partyOfChannel(channel)
      const room = parseAddress(stored?.room)
      if (!stored || !caller || !room) return false
      const { since, isModerator, dialled, callerId } = stored
      const plan = await use.router({
        ...{ caller, from: room, dialled: String(room.number), prefix: '', callsOfCaller: 1 },
        did: isExternal(caller) ? dialled : undefined,
        isForwarded: true,
      })
      if (plan.kind !== 'conference') return false
      const visit = { plan: { ...plan, callerId }, isModerator, since }
      const call = addRunningCall(running, channel.id, caller, { at: 'inRoom', ...visit }, dialled)
      tellState(call, visit, 'entered')
      const members = rooms.get(plan.roomId) ?? new Set()
      rooms.set(plan.roomId, members.add({ call, visit, isBridged }))
      return true
    },
    /** All are there again. */
    async settleAll(): Promise<void> {
      for (const roomId of [...rooms.keys()]) await settle(roomId)
    },
    stop: () => rooms.clear(),
  }

  async function recall(channel: string): Promise<StoredVisit | undefined> {
    const stored = await readVariable(ari, channel, VARIABLE)
    return stored ? (JSON.parse(stored) as StoredVisit) : undefined
  }
}

export type ConferenceCalls = ReturnType<typeof createConferenceCalls>

const visitOf = (state: CallState): ConferenceVisit | undefined => (state.at === 'inRoom' ? state : undefined)
