import { type RawBuilder, sql } from 'kysely'
import type { TelephonyDb } from '../../telephony-platform.ts'

/**
 * Whether the text in `texting_messages` was neither sent by any of these users, nor sent or received with a number
 * that one of them had at that time.
 */
export const isTextOfOthers = (companyId: number, users: readonly string[]): RawBuilder<boolean> =>
  users.length === 0
    ? sql<boolean>`1 = 1`
    : sql<boolean>`coalesce(texting_messages.user_id, '') not in (${sql.join(users)})
        and not exists (select 1 from texting_conversations
          join texting_number_users on texting_number_users.company_id = texting_conversations.company_id
            and texting_number_users.number = texting_conversations.from_number
          where texting_conversations.company_id = ${companyId}
            and texting_conversations.id = texting_messages.conversation_id
            and texting_number_users.contact_id in (${sql.join(users)})
            and texting_number_users.assigned_at <= texting_messages.created_at)`

/** Whether one of these texts is held: of a conversation, by id, or with a file. */
export async function hasHeldText(
  db: TelephonyDb,
  companyId: number,
  held: readonly string[],
  of: { conversationId: string } | { ids: readonly string[] } | { fileId: string },
): Promise<boolean> {
  if (held.length === 0) return false
  const texts = db
    .selectFrom('texting_messages')
    .select('texting_messages.id')
    .where('texting_messages.company_id', '=', companyId)
    .where(sql<boolean>`not (${isTextOfOthers(companyId, held)})`)
    .limit(1)
  const found =
    'conversationId' in of
      ? texts.where('conversation_id', '=', of.conversationId)
      : 'ids' in of
        ? texts.where('texting_messages.id', 'in', [...of.ids])
        : texts.where('texting_messages.id', 'in', (attachments) =>
            attachments
              .selectFrom('texting_attachments')
              .select('message_id')
              .where('company_id', '=', companyId)
              .where('file_id', '=', of.fileId),
          )
  return (await found.executeTakeFirst()) !== undefined
}
