import type { InitialPart } from '../initial-context.ts'
import type { People } from '../people.ts'
import { recentPresences } from './get-presences.ts'
import { viewPresences } from './presence-events.ts'

export const initialPresences: InitialPart<People> = async ({ chat, actor, members, slimPresence }) => ({
  presences: viewPresences(await recentPresences(chat, actor.realm, await members()), slimPresence),
})
