import type { Actor } from '../../../identity/actor.ts'
import { notFound } from '../../../problem.ts'
import type { TelephonyDb, TelephonyPlatform } from '../../../telephony-platform.ts'
import type { Extension } from '../../extensions/extension.ts'
import {
  extensionToHear,
  type FoundExtension,
  storedOwnExtension,
} from '../../extensions/extension-access.ts'
import { findGreeting } from '../../prompts/greeting-store.ts'
import type { GreetingsTable } from '../../prompts/greetings-table.ts'

export interface FoundGreeting extends FoundExtension {
  greeting: GreetingsTable
}

/** For all who may hear it. */
export async function greetingToHear(
  platform: TelephonyPlatform,
  actor: Actor,
  params: Record<string, string>,
): Promise<FoundGreeting> {
  const found = await extensionToHear(platform, actor, params)
  return { ...found, greeting: await greetingOf(platform.database.read, found.extension) }
}

/** As it is stored now: the extension may have gone to another user. */
export const storedGreeting = async (db: TelephonyDb, actor: Actor, found: FoundGreeting) =>
  greetingOf(db, await storedOwnExtension(db, actor, found))

async function greetingOf(db: TelephonyDb, extension: Extension): Promise<GreetingsTable> {
  const greeting = await findGreeting(db, extension)
  if (!greeting) throw notFound('This extension has no greeting')
  return greeting
}
