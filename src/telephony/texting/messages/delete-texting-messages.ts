import { isoDate } from '../../../platform/clock.ts'
import { recordChange } from '../../company/audit/record-change.ts'
import type { Actor } from '../../identity/actor.ts'
import { underLegalHold } from '../../legal-holds.ts'
import { invalidField, notFound } from '../../problem.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { textingAudience } from '../numbers/texting-audience.ts'
import { requireConversation, visibleSince } from '../texting-conversation-access.ts'
import { textingConversationsTable } from '../texting-tables.ts'
import { hasHeldText } from './legal-hold-store.ts'
import { showTextingMessages } from './show-texting-messages.ts'
import { textingMessagesTable } from './texting-message.ts'
import { auditedMessage, messageDeleted, type TextingMessageView } from './texting-message-events.ts'
import { deleteTextingMessages, findNewestMessage } from './texting-message-store.ts'

const MAX_IDS = 100

/** Deletes comma-separated `ids`. Missing ones are ignored, unless all are missing. */
export async function deleteMessagesOf(
  platform: TelephonyPlatform,
  actor: Actor,
  conversationId: string,
  ids: string,
): Promise<TextingMessageView[]> {
  const { clock } = platform
  const { company } = actor
  const wanted = [...new Set(ids.split(',').filter((id) => id !== ''))]
  if (wanted.length === 0 || wanted.length > MAX_IDS) {
    throw invalidField('ids', `must name 1 to ${MAX_IDS} messages`)
  }
  const held = await platform.legalHolds.heldUsers(company.id)
  return platform.transact(company.id, async (tx) => {
    const conversation = await requireConversation(tx.db, actor, conversationId)
    const all = await textingMessagesTable.list(tx.db, { company_id: company.id, id: wanted })
    const since = await visibleSince(tx.db, actor, conversation)
    const messages = all.filter(
      (message) => message.conversation_id === conversationId && message.created_at >= since,
    )
    if (messages.length === 0) throw notFound('The conversation has no such message')
    if (await hasHeldText(tx.db, company.id, held, { ids: messages.map(({ id }) => id) }))
      throw underLegalHold(messages.length === 1 ? 'This message is' : 'Some of these messages are')
    const before = await showTextingMessages(tx.db, company, messages)
    const now = clock.now()
    await deleteTextingMessages(
      tx.db,
      company.id,
      messages.map(({ id }) => id),
    )
    // A text that waited for a retry no longer blocks the next one.
    await tx.outbox.reschedule('text', conversationId, now)
    const newest = await findNewestMessage(tx.db, company.id, conversationId)
    await textingConversationsTable.update(
      tx.db,
      { company_id: company.id, id: conversationId },
      {
        unread_count: await textingMessagesTable.count(tx.db, {
          company_id: company.id,
          conversation_id: conversationId,
          is_read: 0,
        }),
        has_hidden_msg: 1,
        last_message_id: newest?.id ?? null,
        last_message_at: newest?.created_at ?? null,
        last_activity_at: newest?.created_at ?? conversation.created_at,
        updated_at: now,
      },
    )
    const audience = await textingAudience(tx.db, company, conversation.from_number)
    for (const view of before) {
      await recordChange(tx, clock, actor, {
        action: 'texting_message.deleted',
        id: view.id,
        before: auditedMessage(view),
        after: null,
      })
      tx.announce(messageDeleted(audience, view.id, conversationId))
    }
    return before.map((view) => ({ ...view, deleted_at: isoDate(now) }))
  })
}
