import { findInstanceByDomain, listInstances } from '../../company/instances/instance-store.ts'
import type { InstancesTable } from '../../company/instances/instances-table.ts'
import { findUserStatuses } from '../../status/user-status-store.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import { completeData } from '../extension-data/extension-data.ts'
import type { Extension } from '../extensions/extension.ts'
import { findExtensionByNumber } from '../extensions/extension-store.ts'
import type { PbxAddress } from '../pbx/pbx.ts'
import { findGreeting } from '../voicemail/greetings/greeting-store.ts'
import {
  type CallerId,
  type CallPlan,
  type CallRequest,
  hangUpCauses,
  type Instead,
  type PromptReference,
} from './call-plan.ts'

/** `ringtimer` 0 means this. */
const DEFAULT_RING_SECONDS = 20

/** Decides what to do with a call, by the settings of both ends at this moment. */
export async function planCall(db: TelephonyDb, request: CallRequest): Promise<CallPlan> {
  const { caller, from, dialled, prefix, callsOfCaller } = request
  const refuse = (cause: (CallPlan & { kind: 'refuse' })['cause']): CallPlan => ({ kind: 'refuse', cause })
  const [own, here] = [await findPhone(db, caller), await findInstanceByDomain(db, from.domain)]
  if (!own || !here) return refuse(hangUpCauses.unknownNumber)
  const limit = Number(own.data.concurrency_limit)
  if (limit > 0 && callsOfCaller > limit) return refuse(hangUpCauses.congestion)
  const found = await findDialled(db, here, dialled)
  if (!found) return refuse(hangUpCauses.unknownNumber)
  const { instance, extension } = found
  const data = dataOf(extension)
  const callee = { domain: instance.domain, number: extension.number }
  return {
    kind: 'ring',
    callee,
    callerId: withPrefix(readCallerId(String(own.data.callerid), own.extension), prefix),
    stages: [
      {
        targets: [{ kind: 'phone', address: callee }],
        seconds: Number(data.ringtimer) || DEFAULT_RING_SECONDS,
      },
    ],
    isBusy: await isBusy(db, extension),
    mailbox: data.voicemail === 'default' ? callee : undefined,
    greeting: await greetingOf(db, extension),
    instead: {
      busy: readInstead(data.busy_dest, data.busy_cid),
      noAnswer: readInstead(data.noanswer_dest, data.noanswer_cid),
      unavailable: readInstead(data.chanunavail_dest, data.chanunavail_cid),
    },
  }
}

async function greetingOf(db: TelephonyDb, extension: Extension): Promise<PromptReference | undefined> {
  const greeting = await findGreeting(db, extension)
  return greeting && { companyId: greeting.company_id, promptId: greeting.prompt_id }
}

const dataOf = ({ number, name, data }: Extension) => completeData(number, name, data)

async function findPhone(db: TelephonyDb, { domain, number }: PbxAddress) {
  const instance = await findInstanceByDomain(db, domain)
  if (!instance) return undefined
  const extension = await findExtensionByNumber(db, instance.company_id, instance.uuid, number)
  return extension && { extension, data: dataOf(extension) }
}

/** A number is looked for in the instance first, then in the others of the company, and nowhere else. */
async function findDialled(db: TelephonyDb, here: InstancesTable, dialled: string) {
  if (!/^[1-9]\d{1,5}$/.test(dialled)) return undefined
  const others = (await listInstances(db, here.company_id)).filter(({ uuid }) => uuid !== here.uuid)
  for (const instance of [here, ...others]) {
    const extension = await findExtensionByNumber(db, here.company_id, instance.uuid, Number(dialled))
    if (extension) return { instance, extension }
  }
  return undefined
}

/** Do-not-disturb is a status of the user. Without call waiting, a phone in a call takes no second one. */
async function isBusy(db: TelephonyDb, extension: Extension): Promise<boolean> {
  const { company_id: companyId, user_id: userId, call_status: status } = extension
  if (dataOf(extension).callwaiting_enable === 'DISABLED' && status !== 'idle') return true
  if (userId === null) return false
  const statuses = await findUserStatuses(db, companyId, [userId])
  return statuses.get(userId)?.main_status === 'do_not_disturb'
}

/** `"Ada" <1001>`, or a name alone. */
function readCallerId(text: string, { name, number }: Extension): CallerId {
  const written = /"([^"]*)"/.exec(text)?.[1] ?? text.split('<')[0]!.trim()
  return { name: written || name, number: /<([+\d]+)>/.exec(text)?.[1] ?? String(number) }
}

const withPrefix = (callerId: CallerId, prefix: string): CallerId => ({
  ...callerId,
  name: `${prefix}${callerId.name}`,
})

/** `1003`, or as other PBXs write it, `from-internal,1003,1`. */
function readInstead(destination: unknown, prefix: unknown): Instead {
  const match = /^(?:[a-z-]+,)?(\d{2,6})(?:,\d+)?$/.exec(String(destination))
  return { number: match?.[1] ?? '', prefix: String(prefix) }
}
