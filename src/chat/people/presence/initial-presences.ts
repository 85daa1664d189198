import type { InitialPart } from '../initial-context.ts'
import { seenLately } from './get-presences.ts'
import { viewPresences } from './presence-view.ts'

export const initialPresences: InitialPart = async ({ chat, actor, members, slimPresence }) => ({
  presences: viewPresences(await seenLately(chat, actor.realm, await members()), slimPresence),
})
