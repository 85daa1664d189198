import type { TelephonyDb } from '../../telephony-platform.ts'
import type { PagingSettings } from '../call-routes/paging-groups.ts'
import { completeData } from '../extension-data/extension-data.ts'
import { type CallerId, type CallPlan, hangUpCauses, type PhoneTarget } from '../pbx/flow/call-plan.ts'
import { findLanguage } from '../prompts/speech-store.ts'
import { type DialledRoute, findDialled } from '../routing/find-dialled.ts'
import { type DialledAt, refuse, unknownNumber } from './plan-outside.ts'
import { phoneTarget, wantsQuiet } from './ring-members.ts'
import { withWords } from './with-words.ts'

interface PagingCall {
  readonly at: DialledAt
  readonly callerId: CallerId
  /** The extension at which the number is dialled calls itself. */
  readonly isDirect?: boolean | undefined
}

/** A call to a paging group. Only phones of the company page: neither callers outside nor settings can. */
export async function planPaging(
  db: TelephonyDb,
  { instance, route }: DialledRoute,
  { at, callerId, isDirect }: PagingCall,
): Promise<CallPlan> {
  const caller = at.extension
  if (!isDirect || !caller) return unknownNumber
  const { members, callers, two_way: isTwoWay, urgent } = route.settings as PagingSettings
  const isHere = at.instance.uuid === instance.uuid
  if (callers.length > 0 && !(isHere && callers.includes(String(caller.number)))) {
    return withWords(db, refuse(hangUpCauses.rejected, 'not_permitted'), caller, 'not_permitted')
  }
  const targets: PhoneTarget[] = []
  const busy: PhoneTarget[] = []
  for (const member of members) {
    const found = await findDialled(db, instance, member)
    if (!found || !('extension' in found) || found.extension.id === caller.id) continue
    const { extension } = found
    const { intercom } = completeData(extension.number, extension.name, extension.data)
    const isQuiet = !urgent && (await wantsQuiet(db, extension))
    const isFree = extension.call_status === 'idle' && intercom !== 'disabled' && !isQuiet
    const target = { ...phoneTarget(found.instance, extension), autoAnswer: true }
    if (isFree) targets.push(target)
    else busy.push(target)
  }
  return {
    kind: 'page',
    targets,
    busy,
    isTwoWay,
    callerId: { name: `${route.name}: ${callerId.name}`, number: callerId.number },
    language: await findLanguage(db, route.company_id, caller.id),
  }
}
