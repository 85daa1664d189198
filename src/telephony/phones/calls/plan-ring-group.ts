import type { TelephonyDb } from '../../telephony-platform.ts'
import { findExtensionByNumber } from '../extensions/extension-store.ts'
import type { RingGroupSettings } from '../routing/ring-groups.ts'
import type { CallerId, RingPlan } from './call-plan.ts'
import { withPrefix } from './caller-id.ts'
import type { DialledRoute } from './find-dialled.ts'
import { planMailbox } from './plan-mailbox.ts'
import { findRingMembers } from './ring-members.ts'
import { ringList } from './ring-strategies.ts'

/** A call to a ring group: its members ring. */
export async function planRingGroup(
  db: TelephonyDb,
  { instance, route }: DialledRoute,
  callerId: CallerId,
): Promise<RingPlan> {
  const { members, strategy, ring_time: seconds, ...settings } = route.settings as RingGroupSettings
  const { domain, uuid } = instance
  const number = Number(settings.mailbox)
  const chosen = number > 0 ? await findExtensionByNumber(db, route.company_id, uuid, number) : undefined
  const to = { number: settings.destination, prefix: '' }
  const { members: found, refused } = await findRingMembers(db, { instance }, members)
  return {
    kind: 'ring',
    callee: { domain, number: route.number },
    callerId: withPrefix(callerId, settings.prefix),
    ...ringList(strategy, found, seconds),
    refused,
    ...(await planMailbox(db, instance, chosen)),
    instead: { busy: to, noAnswer: to, unavailable: to },
  }
}
