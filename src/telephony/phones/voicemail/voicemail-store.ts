import { readPage } from '../../../platform/database/statements/read-page.ts'
import type { Page, PageOf } from '../../list-page.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import { type VoicemailTable, voicemailTable } from './voicemail-table.ts'

/** False if the recording is stored already. */
export async function insertVoicemail(db: TelephonyDb, message: VoicemailTable): Promise<boolean> {
  const inserted = await db
    .insertInto('voicemail_messages')
    .values(message)
    .onConflict((on) => on.columns(['company_id', 'recording']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Whether a company (by its public id) has this message. */
export async function isVoicemailOfCompany(db: TelephonyDb, company: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('voicemail_messages')
    .innerJoin('companies', 'companies.id', 'voicemail_messages.company_id')
    .select('voicemail_messages.id')
    .where('companies.public_id', '=', company)
    .where('voicemail_messages.id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

export interface VoicemailFilter {
  userId?: string | undefined
  extensionId?: string | undefined
  isRead?: boolean | undefined
}

/** Newest first. */
export async function listVoicemail(
  db: TelephonyDb,
  companyId: number,
  { userId, extensionId, isRead }: VoicemailFilter,
  page: Page,
): Promise<PageOf<VoicemailTable>> {
  let query = db.selectFrom('voicemail_messages').selectAll().where('company_id', '=', companyId)
  if (userId !== undefined) query = query.where('user_id', '=', userId)
  if (extensionId !== undefined) query = query.where('extension_id', '=', extensionId)
  if (isRead !== undefined) query = query.where('is_read', '=', isRead ? 1 : 0)
  return readPage(query.orderBy('id', 'desc'), page)
}

/** The messages of an extension that belong to its present user. */
export async function findVoicemailOfUser(
  db: TelephonyDb,
  { company_id, id, user_id }: { company_id: number; id: string; user_id: string | null },
  messageId: string,
): Promise<VoicemailTable | undefined> {
  const message = await voicemailTable.find(db, { company_id, id: messageId })
  return message?.extension_id === id && message.user_id === user_id ? message : undefined
}

/** Those that are new, oldest first. */
export async function listNewVoicemail(
  db: TelephonyDb,
  { company_id, id, user_id }: { company_id: number; id: string; user_id: string | null },
  most: number,
): Promise<Pick<VoicemailTable, 'id' | 'from_number' | 'created_at'>[]> {
  return db
    .selectFrom('voicemail_messages')
    .select(['id', 'from_number', 'created_at'])
    .where('company_id', '=', company_id)
    .where('extension_id', '=', id)
    .where('user_id', user_id === null ? 'is' : '=', user_id)
    .where('is_read', '=', 0)
    .orderBy('id')
    .limit(most)
    .execute()
}
