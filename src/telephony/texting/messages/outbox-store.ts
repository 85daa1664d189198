import type { TelephonyDb } from '../../telephony-platform.ts'
import type { TextingOutboxTable } from '../texting-tables.ts'

export type OutboxEntry = TextingOutboxTable

export type CompanyChoice = { readonly only: readonly number[] } | { readonly except: readonly number[] }

/** Due at once. */
export async function insertIntoOutbox(
  db: TelephonyDb,
  companyId: number,
  messageId: string,
  conversationId: string,
): Promise<void> {
  await db
    .insertInto('texting_outbox')
    .values({
      company_id: companyId,
      message_id: messageId,
      conversation_id: conversationId,
      attempts: 0,
      next_attempt_at: 0,
    })
    .execute()
}

/** The first text of each conversation, if it is due. The others wait, to keep the order. */
export async function listDueTexts(
  db: TelephonyDb,
  now: number,
  limit: number,
  companies: CompanyChoice = { except: [] },
): Promise<OutboxEntry[]> {
  let query = firstOfConversations(db)
    .selectAll('texting_outbox')
    .where('texting_outbox.next_attempt_at', '<=', now)
  if ('only' in companies) query = query.where('texting_outbox.company_id', 'in', companies.only)
  else if (companies.except.length > 0) {
    query = query.where('texting_outbox.company_id', 'not in', companies.except)
  }
  return query
    .orderBy('texting_outbox.next_attempt_at')
    .orderBy('texting_outbox.message_id')
    .limit(limit)
    .execute()
}

/** When the next one is due; undefined if none is queued. */
export async function findNextDue(db: TelephonyDb): Promise<number | undefined> {
  const row = await firstOfConversations(db)
    .select(({ fn }) => fn.min('texting_outbox.next_attempt_at').as('at'))
    .executeTakeFirst()
  return row?.at ?? undefined
}

/** Claims it until then. False if it was claimed, sent or deleted. */
export async function claimOutboxEntry(
  db: TelephonyDb,
  { company_id, message_id }: OutboxEntry,
  now: number,
  until: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('texting_outbox')
    .set({ next_attempt_at: until })
    .where('company_id', '=', company_id)
    .where('message_id', '=', message_id)
    .where('next_attempt_at', '<=', now)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Changes a claimed row. False if the claim has expired and another process has it. */
export async function changeClaimed(
  db: TelephonyDb,
  { company_id, message_id }: OutboxEntry,
  claimedUntil: number,
  changes: Partial<OutboxEntry>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('texting_outbox')
    .set(changes)
    .where('company_id', '=', company_id)
    .where('message_id', '=', message_id)
    .where('next_attempt_at', '=', claimedUntil)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function deleteOutboxEntry(
  db: TelephonyDb,
  { company_id, message_id }: OutboxEntry,
): Promise<void> {
  await db
    .deleteFrom('texting_outbox')
    .where('company_id', '=', company_id)
    .where('message_id', '=', message_id)
    .execute()
}

/** At the start of a server that is alone: claims of a dead process are released, too. */
export async function makeAllDue(db: TelephonyDb): Promise<void> {
  await db.updateTable('texting_outbox').set({ next_attempt_at: 0 }).execute()
}

const firstOfConversations = (db: TelephonyDb) =>
  db
    .selectFrom('texting_outbox')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('texting_outbox as earlier')
            .select('earlier.message_id')
            .whereRef('earlier.company_id', '=', 'texting_outbox.company_id')
            .whereRef('earlier.conversation_id', '=', 'texting_outbox.conversation_id')
            .whereRef('earlier.message_id', '<', 'texting_outbox.message_id'),
        ),
      ),
    )
