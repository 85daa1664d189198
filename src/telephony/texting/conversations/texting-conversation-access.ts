import type { Actor } from '../../identity/actor.ts'
import { viewerOf } from '../../identity/permissions.ts'
import { isObjectId } from '../../object-id.ts'
import { notFound } from '../../problem.ts'
import type { TelephonyDb, TelephonyPlatform } from '../../telephony-platform.ts'
import { type Conversation, findConversation } from './texting-conversation-store.ts'

/** Users see the conversations of the numbers assigned to them. Others are not found. */
export async function requireConversation(db: TelephonyDb, actor: Actor, id: string): Promise<Conversation> {
  const found = isObjectId(id) ? await findConversation(db, actor.company.id, id, viewerOf(actor)) : undefined
  if (!found) throw notFound('There is no such conversation')
  return found
}

export const conversationToSee = (platform: TelephonyPlatform, actor: Actor, id: string) =>
  requireConversation(platform.database.read, actor, id)
