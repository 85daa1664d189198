import type { InstancesTable } from '../../company/instances/instances-table.ts'
import { findUserStatuses } from '../../status/user-status-store.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import { completeData } from '../extension-data/extension-data.ts'
import type { Extension } from '../extensions/extension.ts'
import { findDialled } from './find-dialled.ts'
import { type DialledAt, findOutside } from './plan-outside.ts'
import type { RingMember } from './ring-strategies.ts'

/**
 * The numbers of a list that can be called, as they are at this moment: of the company, or outside over its first
 * trunk that works. The others are left out.
 */
export async function findRingMembers(
  db: TelephonyDb,
  at: DialledAt,
  numbers: readonly string[],
): Promise<RingMember[]> {
  const members = await Promise.all(numbers.map((number) => findMember(db, at, number)))
  return members.filter((one) => one !== undefined)
}

async function findMember(db: TelephonyDb, at: DialledAt, number: string): Promise<RingMember | undefined> {
  const found = await findDialled(db, at.instance, number)
  // Routes do not ring.
  if (found) return 'extension' in found ? ringMember(db, found.instance, found.extension) : undefined
  const [target] = (await findOutside(db, at, number)) ?? []
  return target && { target, isBusy: false, isInCall: false, isRegistered: true }
}

export async function ringMember(
  db: TelephonyDb,
  { domain }: InstancesTable,
  extension: Extension,
): Promise<RingMember> {
  return {
    target: { kind: 'phone', address: { domain, number: extension.number } },
    isBusy: await isBusy(db, extension),
    isInCall: extension.call_status !== 'idle',
    isRegistered: extension.state === 'AUTHENTICATED',
  }
}

/** Do-not-disturb is a status of the user. Without call waiting, a phone in a call takes no second one. */
async function isBusy(db: TelephonyDb, extension: Extension): Promise<boolean> {
  const { company_id: companyId, user_id: userId, call_status: status, number, name, data } = extension
  const { callwaiting_enable: callWaiting } = completeData(number, name, data)
  if (callWaiting === 'DISABLED' && status !== 'idle') return true
  if (userId === null) return false
  const statuses = await findUserStatuses(db, companyId, [userId])
  return statuses.get(userId)?.main_status === 'do_not_disturb'
}
