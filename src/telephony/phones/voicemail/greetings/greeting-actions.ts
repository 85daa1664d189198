import { recordChange } from '../../../company/audit/record-change.ts'
import type { UploadBody } from '../../../http/upload-body.ts'
import type { Actor } from '../../../identity/actor.ts'
import type { TelephonyPlatform } from '../../../telephony-platform.ts'
import { type FoundExtension, storedOwnExtension } from '../../extensions/extension-access.ts'
import { greetingsTable } from '../../prompts/greetings-table.ts'
import { findLanguage } from '../../prompts/speech-store.ts'
import { placeOfPrompt, storePrompt } from '../../prompts/store-prompt.ts'
import { type FoundGreeting, storedGreeting } from './greeting-access.ts'
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
    await greetingsTable.remove(tx.db, { company_id: company.id, extension_id: id })
    await recordChange(tx, clock, actor, { action: 'extension.greeting_deleted', id, before, after: null })
    return greeting
  })
  await contents.remove(placeOfPrompt(company, deleted.prompt_id))
  return greetingView(deleted)
}

/** Replaces the greeting by an uploaded file, or by a text that is spoken. */
export async function setGreeting(
  platform: TelephonyPlatform,
  actor: Actor,
  found: FoundExtension,
  body: UploadBody,
): Promise<GreetingView> {
  const { clock, contents, transact } = platform
  const { company } = actor
  const language = await findLanguage(platform.database.read, company.id, found.extension.id)
  const prompt = await storePrompt(platform, company, body, language)
  const { former, view } = await transact(company.id, async (tx) => {
    const { id, user_id: userId } = await storedOwnExtension(tx.db, actor, found)
    const before = await greetingsTable.find(tx.db, { company_id: company.id, extension_id: id })
    const greeting = {
      company_id: company.id,
      extension_id: id,
      user_id: userId,
      prompt_id: prompt.id,
      duration: prompt.duration,
      size: prompt.size,
      text: prompt.text,
      language: prompt.language,
      created_at: clock.now(),
    }
    await greetingsTable.put(tx.db, greeting)
    const after = greetingView(greeting)
    await recordChange(tx, clock, actor, {
      action: 'extension.greeting_set',
      id,
      before: before ? greetingView(before) : null,
      after,
    })
    return { former: before?.prompt_id, view: after }
  }).catch(async (error) => {
    await contents.remove(placeOfPrompt(company, prompt.id))
    throw error
  })
  if (former !== undefined) await contents.remove(placeOfPrompt(company, former))
  return view
}
