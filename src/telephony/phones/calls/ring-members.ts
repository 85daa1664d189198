import type { InstancesTable } from '../../company/instances/instances-table.ts'
import { findUserStatuses } from '../../status/user-status-store.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import type { RingMember } from '../call-routes/ring-strategies.ts'
import { completeData } from '../extension-data/extension-data.ts'
import type { Extension } from '../extensions/extension.ts'
import type { PhoneTarget, TrunkTarget } from '../pbx/flow/call-plan.ts'
import { findDialled } from '../routing/find-dialled.ts'
import { readGroups } from './pickup-groups.ts'
import { type DialledAt, findOutside } from './plan-outside.ts'

/**
 * The numbers of a list that can be called, as they are at this moment: of the company, or outside over the first trunk
 * that takes the call. The others are left out.
 */
export async function findRingMembers(
  db: TelephonyDb,
  at: DialledAt,
  numbers: readonly string[],
): Promise<RingMembers> {
  const found = await Promise.all(numbers.map((number) => findMember(db, at, number)))
  return {
    members: found.filter((one): one is RingMember => one !== undefined && !('refused' in one)),
    refused: found.flatMap((one) => (one && 'refused' in one ? [one.refused] : [])),
  }
}

export interface RingMembers {
  readonly members: readonly RingMember[]
  /** numbers outside that may not be called */
  readonly refused: readonly TrunkTarget[]
}

async function findMember(
  db: TelephonyDb,
  at: DialledAt,
  number: string,
): Promise<RingMember | { refused: TrunkTarget } | undefined> {
  const found = await findDialled(db, at.instance, number)
  // Routes do not ring.
  if (found) return 'extension' in found ? ringMember(db, found.instance, found.extension) : undefined
  const outside = await findOutside(db, at, number)
  const [target, ...others] = outside?.targets ?? []
  if (!target || !outside) return undefined
  return outside.isPermitted
    ? { target: { ...target, others }, isBusy: false, isInCall: false, isRegistered: true }
    : { refused: target }
}

interface PhoneMember extends RingMember {
  readonly target: PhoneTarget
}

export async function ringMember(
  db: TelephonyDb,
  instance: InstancesTable,
  extension: Extension,
): Promise<PhoneMember> {
  return {
    target: phoneTarget(instance, extension),
    isBusy: await isBusy(db, extension),
    isInCall: extension.call_status !== 'idle',
    isRegistered: extension.state === 'AUTHENTICATED',
  }
}

export function phoneTarget({ domain }: InstancesTable, { number, data }: Extension): PhoneTarget {
  const callGroups = readGroups(data.namedcallgroup ?? '')
  return { kind: 'phone', address: { domain, number }, ...(callGroups.length > 0 && { callGroups }) }
}

/** The phone of the member is asked to answer automatically. */
export const withAutoAnswer = (member: PhoneMember): PhoneMember => ({
  ...member,
  target: { ...member.target, autoAnswer: true },
})

/** Without call waiting, a phone in a call takes no second one. */
async function isBusy(db: TelephonyDb, extension: Extension): Promise<boolean> {
  const { call_status: status, number, name, data } = extension
  const { callwaiting_enable: callWaiting } = completeData(number, name, data)
  return (callWaiting === 'DISABLED' && status !== 'idle') || wantsQuiet(db, extension)
}

/** Do-not-disturb is a status of the user. */
export async function wantsQuiet(db: TelephonyDb, extension: Extension): Promise<boolean> {
  const { company_id: companyId, user_id: userId } = extension
  if (userId === null) return false
  const statuses = await findUserStatuses(db, companyId, [userId])
  return statuses.get(userId)?.main_status === 'do_not_disturb'
}
