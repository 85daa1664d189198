import type { InstancesTable } from '../../company/instances/instances-table.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import { findFirstLot } from '../call-routes/call-route-store.ts'
import { completeData } from '../extension-data/extension-data.ts'
import { type CallerId, type CallPlan, hangUpCauses } from '../pbx/flow/call-plan.ts'
import { findLanguage } from '../prompts/speech-store.ts'
import { findDialled } from '../routing/find-dialled.ts'
import { isSetting, readFeatureCode } from './feature-codes.ts'
import type { OwnPhone } from './find-phone.ts'
import { findLastCaller } from './last-caller.ts'
import { readGroups } from './pickup-groups.ts'
import { ringSeconds } from './plan-extension.ts'
import { nowhere, refuse, unknownNumber } from './plan-outside.ts'
import { ringMember, wantsQuiet, withAutoAnswer } from './ring-members.ts'
import { withWords } from './with-words.ts'

/** How often people may look in vain for somebody by name. */
const DIRECTORY_TRIES = 3

/** The call goes on as if the number had been dialled. */
interface DialPlan {
  readonly kind: 'dial'
  readonly number: string
}

/** What people dial at their own phone to use a feature; undefined if it is something else. */
export async function planFeatureCode(
  db: TelephonyDb,
  own: OwnPhone,
  dialled: string,
  callerId: CallerId,
): Promise<CallPlan | DialPlan | undefined> {
  const code = readFeatureCode(dialled)
  if (!code) return undefined
  const { name, argument } = code
  const { instance, extension, data } = own
  const address = { domain: instance.domain, number: extension.number }
  const number = argument === '' ? undefined : Number(argument)
  const language = () => findLanguage(db, extension.company_id, extension.id)
  if (isSetting(name)) {
    return { kind: 'feature', feature: name, phone: address, argument, language: await language() }
  }
  switch (name) {
    case 'call_back': {
      const last = await findLastCaller(db, extension)
      if (last?.number !== undefined) return { kind: 'dial', number: last.number }
      return withWords(db, unknownNumber, extension, 'no_last_caller')
    }
    case 'find_by_name':
      return {
        ...{ kind: 'directory', companyId: extension.company_id, callee: address },
        ...{ tries: DIRECTORY_TRIES, destination: '', language: await language() },
      }
    case 'hear_messages': {
      const needsPin = data.voicemail_same_exten === 'yes'
      return { kind: 'mailbox', mailbox: address, needsPin, language: await language() }
    }
    case 'pick_up':
    case 'pick_up_at':
      return { kind: 'pickup', by: address, groups: readGroups(data.namedpickupgroup), number }
    case 'sign_in':
      return { kind: 'agent', agent: address, queue: number, language: await language() }
    case 'park_call': {
      const lot = await findFirstLot(db, instance)
      return lot === undefined ? unknownNumber : { kind: 'dial', number: String(lot) }
    }
    case 'intercom':
      return planIntercom(db, instance, argument, callerId)
  }
}

/** A call to a colleague whose phone answers automatically. It has no fallback. */
async function planIntercom(
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
  const { target, isBusy, isInCall } = withAutoAnswer(await ringMember(db, instance, extension))
  return {
    kind: 'ring',
    callee: { domain: instance.domain, number: extension.number },
    callerId,
    stages: [{ targets: [target], seconds: ringSeconds(data) }],
    isBusy: data.intercom === 'override' ? await wantsQuiet(db, extension) : isBusy || isInCall,
    mailbox: undefined,
    fallback: { busy: nowhere, noAnswer: nowhere, unavailable: nowhere },
  }
}
