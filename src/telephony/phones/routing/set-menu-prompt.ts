import type { UploadBody } from '../../http/upload-body.ts'
import type { Actor } from '../../identity/actor.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import type { CallRoute } from '../call-routes/call-route.ts'
import { menus } from '../call-routes/menus.ts'
import { findLanguage } from '../prompts/speech-store.ts'
import { type Prompt, placeOfPrompt, storePrompt } from '../prompts/store-prompt.ts'
import type { CallRouteView } from './call-route-view.ts'
import { changeCallRoute } from './update-call-route.ts'

/** Replaces the prompt of a menu by an uploaded file, or by a text that is spoken. */
export async function setMenuPrompt(
  platform: TelephonyPlatform,
  actor: Actor,
  menu: CallRoute,
  body: UploadBody,
): Promise<CallRouteView> {
  const language = await findLanguage(platform.database.read, actor.company.id)
  const prompt = await storePrompt(platform, actor.company, body, language)
  try {
    return await replacePrompt(platform, actor, menu, prompt)
  } catch (error) {
    await platform.contents.remove(placeOfPrompt(actor.company, prompt.id))
    throw error
  }
}

/** Callers hear only a tone from now on. */
export const deleteMenuPrompt = (platform: TelephonyPlatform, actor: Actor, menu: CallRoute) =>
  replacePrompt(platform, actor, menu, null)

/** The former prompt is deleted later, by prompt-jobs.ts: somebody may be listening to it. */
const replacePrompt = (
  platform: TelephonyPlatform,
  actor: Actor,
  menu: CallRoute,
  prompt: Prompt | null,
): Promise<CallRouteView> =>
  changeCallRoute(platform, actor, menus, menu, async (stored) => ({
    ...stored,
    settings: { ...stored.settings, prompt },
  }))
