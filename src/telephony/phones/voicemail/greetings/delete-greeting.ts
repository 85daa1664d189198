import { recordChange } from '../../../company/audit/record-change.ts'
import type { Actor } from '../../../identity/actor.ts'
import type { TelephonyPlatform } from '../../../telephony-platform.ts'
import { placeOfPrompt } from '../../prompts/store-prompt.ts'
import { deleteGreetingRow } from './greeting-store.ts'
import { type GreetingView, greetingView } from './greeting-view.ts'
import type { GreetingsTable } from './greetings-table.ts'

/** Callers hear only the tone from now on. */
export async function deleteGreeting(
  { clock, contents, transact }: TelephonyPlatform,
  actor: Actor,
  greeting: GreetingsTable,
): Promise<GreetingView> {
  const { company } = actor
  const { extension_id: id, prompt_id: promptId } = greeting
  const before = greetingView(greeting)
  await transact(company.id, async (tx) => {
    await deleteGreetingRow(tx.db, company.id, id)
    await recordChange(tx, clock, actor, { action: 'extension.greeting_deleted', id, before, after: null })
  })
  await contents.remove(placeOfPrompt(company, promptId))
  return before
}
