import { recordChange } from '../../../company/audit/record-change.ts'
import type { Actor } from '../../../identity/actor.ts'
import type { TelephonyPlatform } from '../../../telephony-platform.ts'
import { placeOfPrompt } from '../../prompts/store-prompt.ts'
import { type FoundGreeting, storedGreeting } from './greeting-access.ts'
import { deleteGreetingRow } from './greeting-store.ts'
import { type GreetingView, greetingView } from './greeting-view.ts'

/** Callers hear only the tone from now on. */
export async function deleteGreeting(
  { clock, contents, transact }: TelephonyPlatform,
  actor: Actor,
  found: FoundGreeting,
): Promise<GreetingView> {
  const { company } = actor
  const { id } = found.extension
  const deleted = await transact(company.id, async (tx) => {
    const greeting = await storedGreeting(tx.db, actor, found)
    const before = greetingView(greeting)
    await deleteGreetingRow(tx.db, company.id, id)
    await recordChange(tx, clock, actor, { action: 'extension.greeting_deleted', id, before, after: null })
    return greeting
  })
  await contents.remove(placeOfPrompt(company, deleted.prompt_id))
  return greetingView(deleted)
}
