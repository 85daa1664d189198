import { sql } from 'kysely'
import type { TelephonyDb } from '../../../telephony-platform.ts'

export interface Waiting {
  readonly address: string
  readonly new_count: number
  readonly old_count: number
}

/** The messages of each extension that belong to its present user. Extensions without messages are not listed. */
export async function countWaiting(db: TelephonyDb, companyId: number): Promise<Waiting[]> {
  const { rows } = await sql<{ number: number; domain: string; new_count: number; old_count: number }>`
    select extensions.number, instances.domain,
      sum(case when voicemail_messages.is_read = 0 then 1 else 0 end) as new_count,
      sum(case when voicemail_messages.is_read = 0 then 0 else 1 end) as old_count
    from voicemail_messages
    join extensions on extensions.company_id = voicemail_messages.company_id
      and extensions.id = voicemail_messages.extension_id
      and (extensions.user_id = voicemail_messages.user_id
        or (extensions.user_id is null and voicemail_messages.user_id is null))
    join instances on instances.company_id = extensions.company_id and instances.uuid = extensions.instance_uuid
    where voicemail_messages.company_id = ${companyId}
    group by extensions.number, instances.domain`.execute(db)
  return rows.map((row) => ({
    address: `${row.number}@${row.domain}`,
    new_count: Number(row.new_count),
    old_count: Number(row.old_count),
  }))
}

/** Companies with messages, or whose phones show some. */
export async function listCompaniesWaiting(db: TelephonyDb): Promise<number[]> {
  const rows = await db
    .selectFrom('voicemail_messages')
    .select('company_id')
    .union(db.selectFrom('waiting_shown').select('company_id'))
    .execute()
  return rows.map(({ company_id }) => company_id)
}
