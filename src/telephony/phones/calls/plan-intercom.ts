import type { InstancesTable } from '../../company/instances/instances-table.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import { completeData } from '../extension-data/extension-data.ts'
import { type CallerId, type CallPlan, hangUpCauses } from './call-plan.ts'
import { findDialled } from './find-dialled.ts'
import { ringSeconds } from './plan-extension.ts'
import { nowhere, refuse, unknownNumber } from './plan-outside.ts'
import { byItself, ringMember, wantsQuiet } from './ring-members.ts'

/** A call to a colleague whose phone answers by itself. It goes nowhere else. */
export async function planIntercom(
  db: TelephonyDb,
  here: InstancesTable,
  number: string,
  callerId: CallerId,
): Promise<CallPlan> {
  const found = await findDialled(db, here, number)
  if (!found || !('extension' in found)) return unknownNumber
  const { instance, extension } = found
  const data = completeData(extension.number, extension.name, extension.data)
  if (data.intercom === 'disabled') return refuse(hangUpCauses.rejected, 'unavailable')
  const { target, isBusy, isInCall } = byItself(await ringMember(db, instance, extension))
  return {
    kind: 'ring',
    callee: { domain: instance.domain, number: extension.number },
    callerId,
    stages: [{ targets: [target], seconds: ringSeconds(data) }],
    isBusy: data.intercom === 'override' ? await wantsQuiet(db, extension) : isBusy || isInCall,
    mailbox: undefined,
    instead: { busy: nowhere, noAnswer: nowhere, unavailable: nowhere },
  }
}
