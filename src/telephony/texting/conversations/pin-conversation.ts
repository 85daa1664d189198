import { recordChange } from '../../company/audit/record-change.ts'
import type { Actor } from '../../identity/actor.ts'
import { viewerOf } from '../../identity/permissions.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { showConversation } from './show-conversations.ts'
import { requireConversation } from './texting-conversation-access.ts'
import { updateConversationRow } from './texting-conversation-store.ts'
import { auditedConversation, type ConversationView } from './texting-conversation-view.ts'

/** Pins a conversation for everybody who sees it. A pinned one keeps its time. */
export async function pinConversation(
  platform: TelephonyPlatform,
  actor: Actor,
  id: string,
  pin: boolean,
): Promise<ConversationView> {
  const { clock } = platform
  const { company } = actor
  return platform.transact(company.id, async (tx) => {
    const conversation = await requireConversation(tx.db, actor, id)
    const viewer = viewerOf(actor, 'read texts')
    const before = await showConversation(tx.db, company, conversation, viewer)
    if (pin === (conversation.pinned_at !== null)) return before
    const changes = { pinned_at: pin ? clock.now() : null, updated_at: clock.now() }
    await updateConversationRow(tx.db, company.id, id, changes)
    const after = await showConversation(tx.db, company, { ...conversation, ...changes }, viewer)
    const action = pin ? 'conversation.pinned' : 'conversation.unpinned'
    await recordChange(tx, clock, actor, {
      action,
      id,
      before: auditedConversation(before),
      after: auditedConversation(after),
    })
    return after
  })
}
