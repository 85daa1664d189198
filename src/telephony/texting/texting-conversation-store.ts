import { type SelectQueryBuilder, sql } from 'kysely'
import type { With } from '../../platform/database/database.ts'
import { readPage } from '../../platform/database/statements/read-page.ts'
import type { Page, PageOf } from '../list-page.ts'
import type { TelephonyDb } from '../telephony-platform.ts'
import type { TelephonyTables } from '../telephony-tables.ts'
import { searchPattern } from './contacts/search-pattern.ts'
import { numbersOfUser } from './numbers/texting-number-store.ts'
import {
  type TextingConversationsTable,
  textingConversationsTable,
  textingRecipientsTable,
} from './texting-tables.ts'

export type Conversation = TextingConversationsTable

/** the user whose numbers count; undefined for the owner and the server, who see all */
export type Viewer = string | undefined

export async function insertConversation(
  db: TelephonyDb,
  conversation: Conversation,
  contactIds: readonly string[],
): Promise<void> {
  const { company_id, id } = conversation
  await textingConversationsTable.insert(db, conversation)
  await textingRecipientsTable.insert(
    db,
    contactIds.map((contact_id, place) => ({ company_id, conversation_id: id, contact_id, place })),
  )
}

export async function findConversation(
  db: TelephonyDb,
  companyId: number,
  id: string,
  viewer: Viewer,
): Promise<Conversation | undefined> {
  return visible(db, companyId, viewer)
    .selectAll('texting_conversations')
    .where('texting_conversations.id', '=', id)
    .executeTakeFirst()
}

export interface ConversationFilter {
  viewer: Viewer
  search?: string | undefined
  /** E.164 */
  fromNumbers?: readonly string[] | undefined
  contactId?: string | undefined
  only?: 'unread' | 'failed' | undefined
  sort: 'last_activity' | 'unread'
}

/** Pinned ones first, then by last activity. */
export async function listConversations(
  db: TelephonyDb,
  companyId: number,
  filter: ConversationFilter,
  page: Page,
): Promise<PageOf<Conversation>> {
  const query = matching(db, companyId, filter)
  let sorted = query
    .selectAll('texting_conversations')
    .orderBy(sql`case when texting_conversations.pinned_at is null then 1 else 0 end`)
  if (filter.sort === 'unread') {
    sorted = sorted.orderBy(sql`case when texting_conversations.unread_count > 0 then 0 else 1 end`)
  }
  return readPage(
    sorted
      .orderBy('texting_conversations.last_activity_at', 'desc')
      .orderBy('texting_conversations.id', 'desc'),
    page,
  )
}

/** Deletes it with its messages, including queued ones. */
export async function deleteConversationRows(db: TelephonyDb, companyId: number, id: string): Promise<void> {
  await db
    .deleteFrom('texting_attachments')
    .where('company_id', '=', companyId)
    .where('message_id', 'in', (messages) =>
      messages
        .selectFrom('texting_messages')
        .select('id')
        .where('company_id', '=', companyId)
        .where('conversation_id', '=', id),
    )
    .execute()
  for (const table of ['texting_messages', 'texting_recipients'] as const) {
    await db.deleteFrom(table).where('company_id', '=', companyId).where('conversation_id', '=', id).execute()
  }
  await textingConversationsTable.remove(db, { company_id: companyId, id })
}

type Query = SelectQueryBuilder<With<TelephonyTables>, 'texting_conversations', object>

function visible(db: TelephonyDb, companyId: number, viewer: Viewer): Query {
  const query = db
    .selectFrom('texting_conversations')
    .where('texting_conversations.company_id', '=', companyId)
  if (viewer === undefined) return query
  return query.where('texting_conversations.from_number', 'in', numbersOfUser(db, companyId, viewer))
}

/** Conversations that ended before the user got the number are not listed. */
const isActiveSinceAssignment = (viewer: string) => sql<boolean>`exists (
  select 1 from texting_number_users
  where texting_number_users.company_id = texting_conversations.company_id
    and texting_number_users.number = texting_conversations.from_number
    and texting_number_users.contact_id = ${viewer}
    and texting_number_users.assigned_at <= texting_conversations.last_activity_at
)`

const lastMessageFailed = sql<boolean>`exists (
  select 1 from texting_messages
  where texting_messages.company_id = texting_conversations.company_id
    and texting_messages.id = texting_conversations.last_message_id
    and texting_messages.status in ('failed', 'undelivered')
)`

function matching(db: TelephonyDb, companyId: number, filter: ConversationFilter): Query {
  const { search = '', fromNumbers, contactId } = filter
  let query = visible(db, companyId, filter.viewer)
  if (filter.viewer !== undefined) query = query.where(isActiveSinceAssignment(filter.viewer))
  if (fromNumbers) query = query.where('texting_conversations.from_number', 'in', [...fromNumbers])
  if (filter.only === 'unread') query = query.where('texting_conversations.unread_count', '>', 0)
  if (filter.only === 'failed') query = query.where(lastMessageFailed)
  if (contactId !== undefined) {
    query = query.where('texting_conversations.id', 'in', (where) =>
      where
        .selectFrom('texting_recipients')
        .select('conversation_id')
        .where('company_id', '=', companyId)
        .where('contact_id', '=', contactId),
    )
  }
  if (search.trim() === '') return query
  const pattern = searchPattern(search)
  return query.where((where) =>
    where.or([
      sql<boolean>`texting_conversations.name_key like ${pattern} escape '\\'`,
      where('texting_conversations.id', 'in', (people) =>
        people
          .selectFrom('texting_recipients')
          .innerJoin('texting_contacts', (on) =>
            on
              .onRef('texting_contacts.company_id', '=', 'texting_recipients.company_id')
              .onRef('texting_contacts.id', '=', 'texting_recipients.contact_id'),
          )
          .select('texting_recipients.conversation_id')
          .where('texting_recipients.company_id', '=', companyId)
          .where(sql<boolean>`texting_contacts.search_text like ${pattern} escape '\\'`),
      ),
    ]),
  )
}
