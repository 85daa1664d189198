import { isActingAsUser, recordOpenings } from '../company/audit/record-openings.ts'
import type { Actor } from '../identity/actor.ts'
import { viewerOf } from '../identity/permissions.ts'
import { isObjectId } from '../object-id.ts'
import { notFound } from '../problem.ts'
import type { TelephonyDb, TelephonyPlatform } from '../telephony-platform.ts'
import { listAssignmentTimes, listNumberUsers } from './numbers/texting-number-store.ts'
import { type Conversation, findConversation } from './texting-conversation-store.ts'

/** Users see the conversations of the numbers assigned to them. Others are not found. */
export async function requireConversation(db: TelephonyDb, actor: Actor, id: string): Promise<Conversation> {
  const found = isObjectId(id)
    ? await findConversation(db, actor.company.id, id, viewerOf(actor, 'read texts'))
    : undefined
  if (!found) throw notFound('There is no such conversation')
  return found
}

/** Since when the actor has the number of the conversation: older texts are not for them. The owner sees all. */
export async function visibleSince(
  db: TelephonyDb,
  actor: Actor,
  conversation: Conversation,
): Promise<number> {
  const viewer = viewerOf(actor, 'read texts')
  if (viewer === undefined) return 0
  const times = await listAssignmentTimes(db, actor.company.id, viewer)
  return times.get(conversation.from_number) ?? Number.MAX_SAFE_INTEGER
}

export const conversationToSee = (platform: TelephonyPlatform, actor: Actor, id: string) =>
  requireConversation(platform.database.read, actor, id)

/** The same to read its messages. The audit trail has the conversations of numbers that only other people have. */
export async function conversationToRead(
  platform: TelephonyPlatform,
  actor: Actor,
  id: string,
): Promise<Conversation> {
  const { read } = platform.database
  const conversation = await requireConversation(read, actor, id)
  const { from_number: number } = conversation
  const users = await listNumberUsers(read, actor.company.id, number)
  const isOwn = users.length === 0 || users.includes(actor.contact.id)
  if (isOwn && !isActingAsUser(actor)) return conversation
  await recordOpenings(platform, actor, {
    action: 'conversation.opened',
    ids: [id],
    describe: async () => new Map([[id, { from_number: number, name: conversation.name }]]),
  })
  return conversation
}
