import type { Actor } from '../../identity/actor.ts'
import { viewerOf } from '../../identity/permissions.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { listTextingNumbers } from './texting-number-store.ts'
import { type TextingNumberView, textingNumberView } from './texting-number-view.ts'

/** The owner sees all of the company's numbers, anybody else their own. */
export async function showTextingNumbers(
  platform: TelephonyPlatform,
  actor: Actor,
): Promise<TextingNumberView[]> {
  const numbers = await listTextingNumbers(platform.database.read, actor.company.id, viewerOf(actor))
  return numbers.map((number) => textingNumberView(number, actor.company.public_id))
}
