import { instancesTable } from '../../company/instances/instances-table.ts'
import { type Location, locationsTable } from '../../company/locations/location.ts'
import { countryCode, normalizeNumber } from '../../normalize-number.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import type { BusinessHoursSettings } from '../call-routes/business-hours.ts'
import { isOpen } from '../call-routes/is-open.ts'
import type { MenuSettings } from '../call-routes/menus.ts'
import type { NameDirectorySettings } from '../call-routes/name-directories.ts'
import type { QueueSettings } from '../call-routes/queues.ts'
import type { RingGroupSettings } from '../call-routes/ring-groups.ts'
import { ringList } from '../call-routes/ring-strategies.ts'
import { extensionsTable } from '../extensions/extension.ts'
import { findEmergencyNumber } from '../outbound-routes/find-outbound-route.ts'
import { isExternal } from '../pbx/call-party.ts'
import {
  type CallerId,
  type CallPlan,
  type CallRequest,
  type EmergencyDetails,
  hangUpCauses,
  type MenuPlan,
  type QueuePlan,
  type RingPlan,
  type TrunkTarget,
} from '../pbx/flow/call-plan.ts'
import type { DirectoryPlan } from '../pbx/flow/directory-plan.ts'
import type { ExternalParty, PbxAddress } from '../pbx/pbx.ts'
import { formatAddress } from '../pbx/pbx-address.ts'
import { findLanguage } from '../prompts/speech-store.ts'
import { type DialledExtension, type DialledRoute, findDialled } from '../routing/find-dialled.ts'
import { countryOfCompany } from '../trunks/country-of.ts'
import { callerIdOf, completeCallerId } from '../trunks/outgoing-caller-id.ts'
import { listTrunks } from '../trunks/trunk-store.ts'
import { didsTable, trunksTable } from '../trunks/trunks-table.ts'
import { externalCallerId, readCallerId, withPrefix } from './caller-id.ts'
import { findPhone } from './find-phone.ts'
import type { OutsideCaller } from './followed-caller-id.ts'
import { planConference } from './plan-conference.ts'
import { planExtension } from './plan-extension.ts'
import { planFeatureCode } from './plan-feature-code.ts'
import { planMailbox } from './plan-mailbox.ts'
import { type DialledAt, planOutside, planTrunks, refuse, unknownNumber } from './plan-outside.ts'
import { planPaging } from './plan-paging.ts'
import { planParking } from './plan-parking.ts'
import { findRingMembers } from './ring-members.ts'
import { findRefusal, planRefusal } from './screen-caller.ts'
import { withWords } from './with-words.ts'

/** Schedules can point at each other. */
const MAX_SCHEDULES = 5

/** Decides what to do with a call, by the settings of both ends at this moment. */
export async function planCall(db: TelephonyDb, request: CallRequest, now: number): Promise<CallPlan> {
  const { caller, from, dialled, prefix, callsOfCaller, extensionOnly, isForwarded } = request
  if (isExternal(caller)) return planIncoming(db, caller, request, now)
  const own = await findPhone(db, caller)
  if (!own || !from) return unknownNumber
  // Before anything that could refuse the call.
  const emergency = isForwarded ? undefined : await findEmergencyNumber(db, own.instance, dialled)
  if (emergency !== undefined) return planEmergency(db, own, emergency)
  const limit = Number(own.data.concurrency_limit)
  if (limit > 0 && callsOfCaller > limit) return refuse(hangUpCauses.congestion, 'over_limit')
  const callerId = withPrefix(readCallerId(String(own.data.callerid), own.extension), prefix)
  // The caller has dialled it: nobody has forwarded or transferred the call.
  const isDirect = formatAddress(caller) === formatAddress(from)
  const feature = isDirect ? await planFeatureCode(db, own, dialled, callerId) : undefined
  if (feature && feature.kind !== 'dial') return feature
  const at = await findPlace(db, from)
  if (!at) return unknownNumber
  const number = feature?.number ?? dialled
  const transferredBy = isDirect || isForwarded ? undefined : from
  const call = { at, number, callerId, isDirect, transferredBy, now, extensionOnly }
  const plan = await planNumber(db, call)
  const isUnknown = plan.kind === 'refuse' && plan.cause === hangUpCauses.unknownNumber
  return isDirect && isUnknown ? withWords(db, plan, own.extension, 'unknown_number') : plan
}

/** Somebody outside reaches the numbers of the company that the trunk belongs to, and nothing else. */
async function planIncoming(
  db: TelephonyDb,
  caller: ExternalParty,
  { from, dialled, prefix, extensionOnly, isForwarded, did: first }: CallRequest,
  now: number,
): Promise<CallPlan> {
  const trunk = await trunksTable.findBy(db, { id: caller.trunk })
  if (trunk?.enabled !== 1) return unknownNumber
  const country = await countryOfCompany(db, trunk.company_id)
  const callerId = withPrefix(externalCallerId(caller, country), prefix)
  const callerNumber = normalizeNumber(caller.number, country)
  if (from) {
    // The company has forwarded the call to this number.
    const at = await findPlace(db, from)
    const outside = {
      did: first === undefined ? undefined : normalizeNumber(first, country),
      number: callerNumber,
    }
    const transferredBy = isForwarded ? undefined : from
    const call = { number: dialled, callerId, outside, transferredBy, now, extensionOnly }
    return at ? planNumber(db, { at, ...call }) : unknownNumber
  }
  const number = normalizeNumber(dialled, country)
  const did =
    number === undefined ? undefined : await didsTable.findBy(db, { company_id: trunk.company_id, number })
  const outside = { did: number, number: callerNumber }
  const refusal = did && (await findRefusal(db, trunk.company_id, '', outside))
  if (did?.kind === 'fax' && !refusal) return { kind: 'fax', companyId: trunk.company_id, number: did.number }
  const { instance_uuid: uuid = null, destination = '' } = did ?? {}
  const instance =
    uuid === null ? undefined : await instancesTable.find(db, { company_id: trunk.company_id, uuid })
  // Never a number outside, whatever the destination was when it was chosen.
  const dialledHere = instance && (await findDialled(db, instance, destination))
  if (refusal)
    return planRefusal(db, dialledHere && 'extension' in dialledHere ? dialledHere : undefined, refusal)
  if (!instance || !dialledHere) return unknownNumber
  return planNumber(db, { at: { instance }, number: destination, callerId, outside, now })
}

/** Where a number is dialled: at a phone, or at a route that forwards the call. */
async function findPlace(db: TelephonyDb, from: PbxAddress) {
  const phone = await findPhone(db, from)
  if (phone) return phone
  const instance = await instancesTable.findBy(db, { domain: from.domain })
  return instance && { instance }
}

interface NumberCall {
  /** where the number is looked for first */
  readonly at: DialledAt
  readonly number: string
  readonly callerId: CallerId
  /** undefined: a phone of ours calls */
  readonly outside?: OutsideCaller | undefined
  /** A phone of ours has dialled this number: nobody has forwarded or transferred the call. */
  readonly isDirect?: boolean | undefined
  /** the phone of ours that has transferred the call */
  readonly transferredBy?: PbxAddress | undefined
  readonly now: number
  /** Anything but an extension is refused: the caller has dialled in a menu. */
  readonly extensionOnly?: boolean | undefined
}

/** Plans a call to a number, whatever it is: an extension, a route, or somebody outside. */
async function planNumber(db: TelephonyDb, call: NumberCall, schedules = 0): Promise<CallPlan> {
  const { at, number, callerId, now } = call
  const found = await findDialled(db, at.instance, number)
  if (call.extensionOnly && !(found && 'extension' in found)) return unknownNumber
  if (!found) return planOutside(db, at, number, call.isDirect)
  if ('extension' in found) return planExtension(db, found, callerId, call)
  const { instance, route } = found
  if (route.kind === 'menu') return planMenu(found)
  if (route.kind === 'name_directory') return planDirectory(db, found)
  if (route.kind === 'queue') return planQueue(db, found, call)
  if (route.kind === 'conference') return planConference(db, found, call)
  if (route.kind === 'parking') return planParking(db, found, call)
  if (route.kind === 'paging') return planPaging(db, found, call)
  if (route.kind === 'ring_group') return planRingGroup(db, found, callerId)
  const hours = route.settings as BusinessHoursSettings
  const next = isOpen(hours, now) ? hours.open_destination : hours.closed_destination
  if (next === '' || schedules === MAX_SCHEDULES) {
    const { company_id } = route
    return withWords(db, refuse(hangUpCauses.absent, 'unavailable'), { company_id }, 'closed')
  }
  return planNumber(db, { ...call, at: { instance }, number: next, isDirect: false }, schedules + 1)
}

/** A call to a menu: the caller hears a prompt and chooses. */
function planMenu({ instance, route }: DialledRoute): MenuPlan {
  const { prompt, options, ...settings } = route.settings as MenuSettings
  const to = (number: string) => ({ number, prefix: '' })
  return {
    kind: 'menu',
    callee: { domain: instance.domain, number: route.number },
    prompt: prompt ? { companyId: route.company_id, promptId: prompt.id } : undefined,
    options: Object.fromEntries(options.map(({ digit, destination }) => [digit, destination])),
    directDial: settings.direct_dial,
    seconds: settings.timeout,
    tries: settings.tries,
    fallback: { silent: to(settings.timeout_destination), wrong: to(settings.invalid_destination) },
  }
}

/** A call to a directory by name: the caller looks for somebody. */
async function planDirectory(db: TelephonyDb, { instance, route }: DialledRoute): Promise<DirectoryPlan> {
  const { tries, destination } = route.settings as NameDirectorySettings
  return {
    kind: 'directory',
    companyId: route.company_id,
    callee: { domain: instance.domain, number: route.number },
    tries,
    destination,
    language: await findLanguage(db, route.company_id),
  }
}

/** A call to a queue: the caller waits in line. */
async function planQueue(
  db: TelephonyDb,
  { instance, route }: DialledRoute,
  { at, callerId, isDirect, now }: NumberCall,
): Promise<QueuePlan> {
  const { prefix, music, callback, destination } = route.settings as QueueSettings
  return {
    kind: 'queue',
    companyId: route.company_id,
    queueId: route.id,
    callee: { domain: instance.domain, number: route.number },
    callerId: withPrefix(callerId, prefix),
    music,
    overflow: { number: destination, prefix: '' },
    // Somebody who withholds the number cannot be called.
    callback: callback && /^\+?\d{2,15}$/.test(callerId.number),
    language: await findLanguage(db, route.company_id, isDirect ? at.extension?.id : undefined),
    at: now,
  }
}

/** A call to a ring group: its members ring. */
async function planRingGroup(
  db: TelephonyDb,
  { instance, route }: DialledRoute,
  callerId: CallerId,
): Promise<RingPlan> {
  const { members, strategy, ring_time: seconds, ...settings } = route.settings as RingGroupSettings
  const { domain, uuid } = instance
  const number = Number(settings.mailbox)
  const chosen =
    number > 0
      ? await extensionsTable.findBy(db, { company_id: route.company_id, instance_uuid: uuid, number })
      : undefined
  const to = { number: settings.destination, prefix: '' }
  const { members: found, refused } = await findRingMembers(db, { instance }, members)
  return {
    kind: 'ring',
    callee: { domain, number: route.number },
    callerId: withPrefix(callerId, settings.prefix),
    ...ringList(strategy, found, seconds),
    refused,
    ...(await planMailbox(db, instance, chosen)),
    language: await findLanguage(db, route.company_id, chosen?.id),
    fallback: { busy: to, noAnswer: to, unavailable: to },
  }
}

/** An emergency call: over any trunk of the company, whatever else is configured, with the address of the caller. */
async function planEmergency(db: TelephonyDb, at: DialledExtension, dialled: string): Promise<CallPlan> {
  const { instance, extension } = at
  const { company_id: companyId, location_id: locationId, name, data } = extension
  const location =
    (await locationsTable.find(db, { company_id: companyId, id: locationId })) ??
    (await locationsTable.findBy(db, { company_id: companyId, pbx_uuid: instance.uuid }))
  const own = String(data.emergency_cid ?? '') || String(data.outboundcid ?? '') || location?.profile.callerid
  const trunks = (await listTrunks(db, companyId)).filter(({ enabled }) => enabled === 1)
  // Those that work come first; the others may do after all.
  const works = new Set(['registered', 'reachable'])
  const ordered = [
    ...trunks.filter(({ state }) => works.has(state)),
    ...trunks.filter(({ state }) => !works.has(state)),
  ]
  const country = location?.profile.country ?? ''
  const targets: TrunkTarget[] = []
  for (const trunk of ordered) {
    targets.push({
      kind: 'trunk',
      trunk: trunk.id,
      number: dialled,
      callerId: await completeCallerId(db, callerIdOf(own || trunk.callerid, name, country), at, trunk),
      emergency: emergencyDetails(location),
    })
  }
  if (targets.length === 0) return refuse(hangUpCauses.congestion, 'unavailable')
  return planTrunks(at, targets, { passesOn: false })
}

/** The address of a location by the names of civic addresses (RFC 5139): A1 state, A3 city, RD street, HNO house. */
function emergencyDetails(location: Location | undefined): EmergencyDetails {
  if (!location) return { civicAddress: {}, coordinates: undefined }
  const { profile, name } = location
  const { street, building } = profile
  const parts = {
    country: profile.country === '' ? '' : countryCode(profile.country),
    A1: profile.state,
    A3: profile.city,
    RD: street.name,
    STS: street.type,
    HNO: street.number,
    PC: profile.zip,
    LOC: profile.address2,
    BLD: building.value,
    NAM: name,
  }
  const { latitude, longitude } = profile
  return {
    civicAddress: Object.fromEntries(
      Object.entries(parts).flatMap(([part, value]) =>
        value == null || value === '' ? [] : [[part, String(value)]],
      ),
    ),
    coordinates: latitude === null || longitude === null ? undefined : { latitude, longitude },
  }
}
