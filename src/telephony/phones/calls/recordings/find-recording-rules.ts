import { instancesTable } from '../../../company/instances/instances-table.ts'
import type { TelephonyDb } from '../../../telephony-platform.ts'
import { completeData } from '../../extension-data/extension-data.ts'
import { extensionsTable } from '../../extensions/extension.ts'
import { isExternal } from '../../pbx/call-party.ts'
import type { OnDemand, RecordingRules } from '../../pbx/flow/recording-rules.ts'
import type { CallParty } from '../../pbx/pbx.ts'
import { findLanguage } from '../../prompts/speech-store.ts'
import { companyOf } from '../outside-party.ts'
import { findCompanyRecordingRules } from './recording-rules.ts'

interface RecordingWish {
  /** `force`, `yes`, `dontcare`, `no` or `never` */
  readonly wish: string
  readonly priority: number
}

const strengths: Readonly<Record<string, number>> = { force: 2, never: 2, yes: 1, no: 1 }

/** The stronger wish counts. Of two equal ones, the higher priority counts, and then the caller. */
export function decideRecording(caller: RecordingWish, callee: RecordingWish): boolean {
  const strengthOf = ({ wish }: RecordingWish) => strengths[wish] ?? 0
  const difference = strengthOf(callee) - strengthOf(caller) || callee.priority - caller.priority
  const { wish } = difference > 0 ? callee : caller
  return wish === 'force' || wish === 'yes'
}

export async function findRecordingRules(
  db: TelephonyDb,
  caller: CallParty,
  callee: CallParty,
): Promise<RecordingRules> {
  const place = isExternal(caller) || isExternal(callee) ? 'external' : 'internal'
  const [from, to] = [await settingsOf(db, caller), await settingsOf(db, callee)]
  const companyId = (await companyOf(db, isExternal(caller) ? callee : caller))?.id ?? 0
  const rules = await findCompanyRecordingRules(db, companyId)
  return {
    always: decideRecording(
      wishOf(from, from?.[`recording_out_${place}`]),
      wishOf(to, to?.[`recording_in_${place}`]),
    ),
    onDemand: { caller: onDemandOf(from), callee: onDemandOf(to) },
    notice: place === 'external' || rules.notice_to === 'everybody' ? rules.notice : 'none',
    language: await findLanguage(db, companyId),
  }
}

type Settings = Readonly<Record<string, unknown>> | undefined

/** Somebody outside has no say. */
const wishOf = (settings: Settings, wish: unknown) =>
  settings
    ? { wish: String(wish), priority: Number(settings.recording_priority) }
    : { wish: 'dontcare', priority: 0 }

const onDemandOf = (settings: Settings) => (settings?.recording_ondemand ?? 'disabled') as OnDemand

async function settingsOf(db: TelephonyDb, party: CallParty): Promise<Settings> {
  if (isExternal(party)) return undefined
  const { domain, number } = party
  const instance = await instancesTable.findBy(db, { domain })
  const extension =
    instance &&
    (await extensionsTable.findBy(db, {
      company_id: instance.company_id,
      instance_uuid: instance.uuid,
      number,
    }))
  return extension && completeData(extension.number, extension.name, extension.data)
}
