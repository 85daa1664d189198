import type { TelephonyDb } from '../../telephony-platform.ts'
import { findBlock, findScreening, isKnownNumber } from '../blocking/blocking-store.ts'
import type { BlockAction } from '../blocking/blocking-tables.ts'
import { completeData } from '../extension-data/extension-data.ts'
import type { Extension } from '../extensions/extension.ts'
import type { CallResult } from '../pbx/flow/call-outcomes.ts'
import { type CallPlan, hangUpCauses } from '../pbx/flow/call-plan.ts'
import { findLanguage } from '../prompts/speech-store.ts'
import type { DialledExtension } from '../routing/find-dialled.ts'
import { countryOfCompany } from '../trunks/country-of.ts'
import type { OutsideCaller } from './followed-caller-id.ts'
import { planMailbox } from './plan-mailbox.ts'
import { nowhere } from './plan-outside.ts'

/** Why a caller outside is refused, and what happens to them. */
export interface Refusal {
  readonly result: CallResult
  readonly action: BlockAction
}

/** Whether somebody outside may not call a user, or (with an empty id) the company. Undefined: they may. */
export async function findRefusal(
  db: TelephonyDb,
  companyId: number,
  userId: string,
  { number }: OutsideCaller,
): Promise<Refusal | undefined> {
  const block = number === undefined ? undefined : await findBlock(db, companyId, userId, number)
  if (block) return { result: 'blocked_number', action: block.action }
  if (number !== undefined) return undefined
  const { rejectsAnonymous } = await findScreening(db, companyId, userId || null)
  return rejectsAnonymous ? { result: 'blocked_anonymous', action: 'reject' } : undefined
}

/** Whether the person who answers must press 1 first: the caller is outside, and nobody knows them. */
export async function mustBeAccepted(
  db: TelephonyDb,
  { company_id: companyId, user_id: userId }: Extension,
  { number }: OutsideCaller,
): Promise<boolean> {
  const { screensUnknown } = await findScreening(db, companyId, userId)
  if (!screensUnknown) return false
  if (number === undefined) return true
  return !(await isKnownNumber(db, companyId, number, await countryOfCompany(db, companyId)))
}

/** No phone rings. `dialled`: the extension whose history shows the call, and whose mailbox may take a message. */
export async function planRefusal(
  db: TelephonyDb,
  dialled: DialledExtension | undefined,
  { result, action }: Refusal,
): Promise<CallPlan> {
  const cause = action === 'reject' ? hangUpCauses.rejected : hangUpCauses.busy
  if (!dialled) return { kind: 'refuse', cause, result }
  const { instance, extension } = dialled
  const callee = { domain: instance.domain, number: extension.number }
  const blocked = { result, targets: [{ kind: 'phone', address: callee } as const] }
  const { voicemail } = completeData(extension.number, extension.name, extension.data)
  const takesMessage = action === 'voicemail' && voicemail === 'default'
  const { mailbox, greeting } = await planMailbox(db, instance, takesMessage ? extension : undefined)
  if (!mailbox) return { kind: 'refuse', cause, result, blocked }
  // Without the keys of the greeting, which lead to other numbers.
  return {
    kind: 'ring',
    callee,
    callerId: { name: '', number: '' },
    stages: [],
    isBusy: true,
    busy: [],
    blocked,
    mailbox,
    greeting,
    language: await findLanguage(db, extension.company_id, extension.id),
    fallback: { busy: nowhere, noAnswer: nowhere, unavailable: nowhere },
  }
}
