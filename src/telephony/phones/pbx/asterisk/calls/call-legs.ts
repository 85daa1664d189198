import { randomUUID } from 'node:crypto'
import type { Logger } from '../../../../../platform/logging/log.ts'
import { formatParty } from '../../call-party.ts'
import {
  type CallerId,
  type CallTarget,
  type EmergencyDetails,
  hangUpCauses,
  partyOf,
  type TrunkTarget,
} from '../../flow/call-plan.ts'
import type { Leg, StateAt } from '../../flow/call-state.ts'
import type { PbxAddress } from '../../pbx.ts'
import { trunkEndpoint } from '../../pbx-trunk.ts'
import type { Ari } from '../ari/ari.ts'
import type { AriEvent } from '../ari/ari-events.ts'
import { endChannel } from '../ari/end-channel.ts'
import { STASIS_APP } from '../asterisk-dialplan.ts'
import { phoneHeaders } from '../phone-headers.ts'
import type { FindAtPeers } from '../phones/asterisk-peers.ts'
import type { EndpointsOf } from '../phones/browser-phones.ts'
import { findDialled } from '../phones/find-contacts.ts'
import type { TransferSupport } from '../phones/transfer-support.ts'
import type { OutgoingLegs } from './outgoing-legs.ts'
import type { FeedCall, RunningCall, RunningCalls } from './running-calls.ts'

/** The location may be used to choose who answers. */
const usage = [
  ['GEOLOC_PROFILE(allow_routing_use)', 'yes'],
  ['GEOLOC_PROFILE(pidf_element)', 'device'],
]

/** A leg with the name by which Asterisk calls it, which says for a phone where it is registered. */
interface DialledLeg extends Leg {
  readonly dialString?: string
}

/** How long a provider may be silent before it is given up. */
const MAX_SILENCE_MS = 8000

/** The phones that ring for calls. */
export function createCallLegs(
  ari: Ari,
  { byLeg }: RunningCalls,
  feed: FeedCall,
  log: Logger,
  endpointsOf: EndpointsOf,
  findAtPeers: FindAtPeers,
  transfers: TransferSupport,
  outgoing: OutgoingLegs,
) {
  /** by the channel of a leg to a provider that has said nothing yet */
  const silent = new Map<string, NodeJS.Timeout>()

  /** The phones that are registered as the target, with this Asterisk or another; a trunk is one. */
  async function find({ id }: RunningCall, target: CallTarget): Promise<DialledLeg[]> {
    if (target.kind === 'trunk') return [{ id: randomUUID(), target }]
    const found = (await findAtPeers(target.address)) ?? (await findHere(id, target.address))
    return found.map((dialString) => ({ id: randomUUID(), target, dialString }))
  }

  async function findHere(channel: string, address: PbxAddress): Promise<readonly string[]> {
    const endpoints = await endpointsOf(address)
    return (await Promise.all(endpoints.map((endpoint) => findDialled(ari, channel, endpoint)))).flat()
  }

  /** Creates the channel of a leg. It can be dialled once it has entered our application. */
  async function create(call: RunningCall, { id, target, dialString }: DialledLeg): Promise<void> {
    byLeg.set(id, call)
    const endpoint =
      target.kind === 'trunk'
        ? `PJSIP/${target.sentAs ?? target.number}@${trunkEndpoint(target.trunk)}`
        : (dialString ?? '')
    if (target.kind === 'trunk' && !(await outgoing.admit(id, target))) {
      legEnded(id, hangUpCauses.overLimit)
      return
    }
    await ari
      .call('POST', 'channels/create', {
        endpoint,
        app: STASIS_APP,
        appArgs: `leg,${formatParty(partyOf(target))}`,
        channelId: id,
        originator: call.id,
      })
      .catch((error) => giveUp(id, error))
  }

  async function dial(leg: string, target: CallTarget, callerId: CallerId): Promise<void> {
    try {
      if (target.kind === 'trunk' && target.emergency) await markAsEmergency(ari, leg, target.emergency, log)
      const headers = target.kind === 'phone' ? Object.entries(phoneHeaders(target)) : []
      const variables = [
        ...headers.map(([name, value]) => [`PJSIP_HEADER(add,${name})`, value] as const),
        ['CONNECTEDLINE(name,i)', callerId.name],
        ['CONNECTEDLINE(num,i)', callerId.number],
      ] as const
      for (const [variable, value] of variables) {
        await ari.call('POST', `channels/${leg}/variable`, { variable, value })
      }
      await transfers.enable(leg)
      // Without naming the caller's channel, which would replace the caller id.
      await ari.call('POST', `channels/${leg}/dial`)
    } catch (error) {
      giveUp(leg, error)
    }
  }

  /** Gives a provider that says nothing some time. An emergency call waits on if there is no other trunk. */
  function waitForProvider(
    leg: string,
    { emergency }: TrunkTarget,
    { stage, plan }: StateAt<'ringing' | 'looking'>,
  ): void {
    if (emergency && stage + 1 >= plan.stages.length) return
    silent.set(
      leg,
      setTimeout(() => giveUp(leg, new Error('The provider does not respond')), MAX_SILENCE_MS),
    )
  }

  function noteResponse(leg: string): void {
    clearTimeout(silent.get(leg))
    silent.delete(leg)
  }

  function giveUp(leg: string, error: unknown): void {
    log.debug({ err: error }, 'a phone could not be called')
    endChannel(ari, leg)
    outgoing.end(leg)
    legEnded(leg, hangUpCauses.absent)
  }

  function legEnded(leg: string, cause: number): void {
    noteResponse(leg)
    const call = byLeg.get(leg)
    if (byLeg.delete(leg) && call) feed(call, { kind: 'legEnded', leg, cause })
  }

  return {
    /** Finds the phones of all targets. */
    async findAll(call: RunningCall, targets: readonly CallTarget[]): Promise<readonly Leg[]> {
      return (await Promise.all(targets.map((target) => find(call, target)))).flat()
    },
    async createAll(call: RunningCall, legs: readonly Leg[]): Promise<void> {
      await Promise.all((legs as readonly DialledLeg[]).map((leg) => create(call, leg)))
    },
    /** The channel of a leg has entered our application. */
    enter(leg: string): void {
      const state = byLeg.get(leg)?.state
      const isRinging = state?.at === 'ringing' || state?.at === 'looking'
      const target = isRinging ? state.legs.find(({ id }) => id === leg)?.target : undefined
      if (!isRinging || !target) endChannel(ari, leg)
      else if (target.kind === 'phone') void dial(leg, target, state.plan.callerId)
      else {
        waitForProvider(leg, target, state)
        void dial(leg, target, target.callerId)
      }
    },
    ended: legEnded,
    /** The other end of a leg has said something. */
    noteResponse,
    stop(): void {
      for (const timer of silent.values()) clearTimeout(timer)
      silent.clear()
    },
  }
}

export type CallLegs = ReturnType<typeof createCallLegs>

/** Why a channel has ended. The SIP status says it better than the cause: a provider can add any cause to a status. */
export function causeOf({ cause, tech_cause: status }: AriEvent): number {
  if (status === 486 || status === 600) return hangUpCauses.busy
  // Where a provider redirects to could be anywhere, and cost anything.
  const isRejection = [401, 403, 407, 603].includes(Number(status)) || /^3\d\d$/.test(String(status))
  return isRejection ? hangUpCauses.rejected : Number(cause)
}

/**
 * Gives a call priority, and the caller's location as PIDF-LO (RFC 6442). If Asterisk cannot do one of these, the call
 * is placed without.
 */
async function markAsEmergency(
  ari: Ari,
  channel: string,
  details: EmergencyDetails,
  log: Logger,
): Promise<void> {
  const variables = [
    ['PJSIP_HEADER(add,Priority)', 'emergency'],
    ['PJSIP_HEADER(add,Resource-Priority)', 'esnet.0'],
    ...locationVariables(details),
  ]
  for (const [variable, value] of variables) {
    await ari
      .call('POST', `channels/${channel}/variable`, { variable: variable!, value: value! })
      .catch((error) =>
        log.warn({ err: error, variable }, 'a variable of an emergency call could not be set'),
      )
  }
}

function locationVariables({ civicAddress, coordinates }: EmergencyDetails): string[][] {
  const civic = Object.entries(civicAddress)
  const quoted = (value: string) => `"${value.replace(/["\\\n\r]/g, ' ')}"`
  if (civic.length > 0) {
    return [
      ['GEOLOC_PROFILE(format)', 'civicAddress'],
      ['GEOLOC_PROFILE(location_info)', civic.map(([part, value]) => `${part}=${quoted(value)}`).join(',')],
      ...usage,
    ]
  }
  if (!coordinates) return []
  const { latitude, longitude } = coordinates
  return [
    ['GEOLOC_PROFILE(format)', 'GML'],
    ['GEOLOC_PROFILE(location_info)', `shape="Point",crs="2d",pos="${latitude} ${longitude}"`],
    ...usage,
  ]
}
