import type { TelephonyDb } from '../../telephony-platform.ts'
import type { CallerId, CallPlan } from './call-plan.ts'
import type { OwnPhone } from './find-phone.ts'
import { readGroups } from './pickup-groups.ts'
import { planIntercom } from './plan-intercom.ts'

/** To listen to the own messages. */
const MAILBOX = '*97'
/** To take a call that rings at a colleague; a number may follow after the second one. */
const PICKUP = '*8'
const PICKUP_AT = /^\*\*([1-9]\d{1,5})$/
/** To talk to a colleague whose phone answers by itself. */
const INTERCOM = /^\*80([1-9]\d{1,5})$/

/** What people dial at their own phone to use a feature; undefined if it is something else. */
export async function planFeatureCode(
  db: TelephonyDb,
  own: OwnPhone,
  dialled: string,
  callerId: CallerId,
): Promise<CallPlan | undefined> {
  const { instance, extension, data } = own
  const address = { domain: instance.domain, number: extension.number }
  if (dialled === MAILBOX) {
    return { kind: 'mailbox', mailbox: address, needsPin: data.voicemail_same_exten === 'yes' }
  }
  const pickupAt = PICKUP_AT.exec(dialled)?.[1]
  if (dialled === PICKUP || pickupAt !== undefined) {
    const number = pickupAt === undefined ? undefined : Number(pickupAt)
    return { kind: 'pickup', by: address, groups: readGroups(data.namedpickupgroup), number }
  }
  const colleague = INTERCOM.exec(dialled)?.[1]
  return colleague === undefined ? undefined : planIntercom(db, instance, colleague, callerId)
}
