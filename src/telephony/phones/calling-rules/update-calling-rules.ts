import { recordChange } from '../../company/audit/record-change.ts'
import type { Actor } from '../../identity/actor.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { extensionsTable } from '../extensions/extension.ts'
import { type FoundExtension, storedExtensionToRestrict } from '../extensions/extension-access.ts'
import { findCallingRules } from './calling-rules-store.ts'
import { callingRulesTable } from './calling-rules-tables.ts'
import {
  type CallingClassView,
  type CallingRulesView,
  callingRulesView,
  patchedRules,
} from './calling-rules-view.ts'

export async function showCallingRules(
  { database }: TelephonyPlatform,
  { company }: Actor,
): Promise<CallingRulesView> {
  return callingRulesView(await findCallingRules(database.read, company.id))
}

export async function updateCallingRules(
  { clock, transact }: TelephonyPlatform,
  actor: Actor,
  patch: Partial<CallingRulesView>,
): Promise<CallingRulesView> {
  const { company } = actor
  return transact(company.id, async (tx) => {
    const stored = await findCallingRules(tx.db, company.id)
    const changed = patchedRules(stored, patch)
    await callingRulesTable.put(tx.db, changed)
    const [before, after] = [callingRulesView(stored), callingRulesView(changed)]
    const change = { action: 'calling_rules.updated', id: company.public_id, before, after } as const
    await recordChange(tx, clock, actor, change)
    return after
  })
}

export async function updateCallingClass(
  { clock, transact }: TelephonyPlatform,
  actor: Actor,
  found: FoundExtension,
  after: CallingClassView,
): Promise<CallingClassView> {
  return transact(actor.company.id, async (tx) => {
    const extension = await storedExtensionToRestrict(tx.db, actor, found)
    const before = { calling_class: extension.calling_class }
    await extensionsTable.update(tx.db, extension, {
      calling_class: after.calling_class,
      updated_at: clock.now(),
    })
    const change = { action: 'extension.calling_class_updated', id: extension.id, before, after } as const
    await recordChange(tx, clock, actor, change)
    return after
  })
}
