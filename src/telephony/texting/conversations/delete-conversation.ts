import { recordChange } from '../../company/audit/record-change.ts'
import type { Actor } from '../../identity/actor.ts'
import { forbidden } from '../../problem.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { textingAudience } from '../numbers/texting-audience.ts'
import { showConversation } from './show-conversations.ts'
import { requireConversation, visibleSince } from './texting-conversation-access.ts'
import { chatDeleted } from './texting-conversation-events.ts'
import { deleteConversationRows } from './texting-conversation-store.ts'
import { auditedConversation, type ConversationView } from './texting-conversation-view.ts'

/** Deletes a conversation and its messages for everybody. The next text between these numbers starts a new one. */
export async function deleteConversation(
  platform: TelephonyPlatform,
  actor: Actor,
  id: string,
): Promise<ConversationView> {
  const { company } = actor
  return platform.transact(company.id, async (tx) => {
    const conversation = await requireConversation(tx.db, actor, id)
    if (conversation.created_at < (await visibleSince(tx.db, actor, conversation))) {
      throw forbidden(
        'Only the owner may delete this conversation: it has texts from before you had the number',
      )
    }
    const before = await showConversation(tx.db, company, conversation, undefined)
    await deleteConversationRows(tx.db, company.id, id)
    await recordChange(tx, platform.clock, actor, {
      action: 'conversation.deleted',
      id,
      before: auditedConversation(before),
      after: null,
    })
    tx.announce(chatDeleted(await textingAudience(tx.db, company, conversation.from_number), id))
    return before
  })
}
