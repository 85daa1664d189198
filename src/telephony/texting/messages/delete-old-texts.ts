import { announceChanged, recordChange } from '../../company/audit/record-change.ts'
import { serverItself } from '../../identity/actor.ts'
import type { Company } from '../../identity/company.ts'
import type { TelephonyDb, TelephonyPlatform, TelephonyTransaction } from '../../telephony-platform.ts'
import { textingAudience } from '../numbers/texting-audience.ts'
import { textingConversationsTable } from '../texting-tables.ts'
import { textingMessagesTable } from './texting-message.ts'
import { messageDeleted } from './texting-message-events.ts'
import { deleteTextingMessages, findNewestMessage, listTextsBefore } from './texting-message-store.ts'

/** Small transactions, so that nobody waits for them. */
const TEXTS_AT_ONCE = 100

/**
 * Deletes the oldest texts of a company, from before the time that `oldestKept` reads; undefined: none. Their
 * conversations stay. Returns whether there may be more.
 */
export async function deleteOldTexts(
  { clock, legalHolds, transact }: TelephonyPlatform,
  company: Company,
  oldestKept: (db: TelephonyDb) => Promise<number | undefined>,
): Promise<boolean> {
  const held = await legalHolds.heldUsers(company.id)
  return transact(company.id, async (tx) => {
    const before = await oldestKept(tx.db)
    if (before === undefined) return false
    const texts = await listTextsBefore(tx.db, company.id, before, held, TEXTS_AT_ONCE)
    if (texts.length === 0) return false
    await deleteTextingMessages(
      tx.db,
      company.id,
      texts.map(({ id }) => id),
    )
    for (const id of new Set(texts.map((text) => text.conversation_id))) {
      const gone = texts.filter((text) => text.conversation_id === id).map((text) => text.id)
      await settleConversation(tx, company, id, gone, clock.now())
    }
    await recordChange(tx, clock, serverItself(company), {
      action: 'retention.texts_deleted',
      id: company.public_id,
      before: { texts: texts.length },
      after: null,
    })
    return texts.length === TEXTS_AT_ONCE
  })
}

/** What the conversation says about its texts, after some were deleted. */
async function settleConversation(
  tx: TelephonyTransaction,
  company: Company,
  id: string,
  gone: readonly string[],
  now: number,
): Promise<void> {
  const key = { company_id: company.id, id }
  const conversation = await textingConversationsTable.find(tx.db, key)
  if (!conversation) return
  const newest = await findNewestMessage(tx.db, company.id, id)
  const ofThis = { company_id: company.id, conversation_id: id }
  await textingConversationsTable.update(tx.db, key, {
    unread_count: await textingMessagesTable.count(tx.db, { ...ofThis, is_read: 0 }),
    has_hidden_msg: 1,
    last_message_id: newest?.id ?? null,
    last_message_at: newest?.created_at ?? null,
    updated_at: now,
  })
  announceChanged(tx, 'conversation', id)
  const audience = await textingAudience(tx.db, company, conversation.from_number)
  for (const one of gone) tx.announce(messageDeleted(audience, one, id))
}
