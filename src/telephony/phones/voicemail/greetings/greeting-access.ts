import type { Actor } from '../../../identity/actor.ts'
import { notFound } from '../../../problem.ts'
import type { TelephonyPlatform } from '../../../telephony-platform.ts'
import { ownExtension } from '../../extensions/extension-access.ts'
import { findGreeting } from './greeting-store.ts'
import type { GreetingsTable } from './greetings-table.ts'

/** For those who may change it. */
export async function greetingToHear(
  platform: TelephonyPlatform,
  actor: Actor,
  params: Record<string, string>,
): Promise<GreetingsTable> {
  const { extension } = await ownExtension(platform, actor, params)
  const greeting = await findGreeting(platform.database.read, extension)
  if (!greeting) throw notFound('This extension has no greeting')
  return greeting
}
