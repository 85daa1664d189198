import type { TelephonyDb } from '../../telephony/telephony-platform.ts'

export interface StoredRows {
  count: number
  bytes: number | null
  /** epoch milliseconds */
  oldest: number | null
}

/** PostgreSQL sums and counts as texts. */
const stored = (row: { count: unknown; bytes?: unknown; oldest: unknown }): StoredRows => ({
  count: Number(row.count),
  bytes: row.bytes === undefined ? null : Number(row.bytes ?? 0),
  oldest: row.oldest === null ? null : Number(row.oldest),
})

export async function countCalls(db: TelephonyDb, companyId: number): Promise<StoredRows> {
  const row = await db
    .selectFrom('calls')
    .select(({ fn }) => [fn.countAll().as('count'), fn.min('started_at').as('oldest')])
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  return stored(row)
}

export async function countRecordings(db: TelephonyDb, companyId: number): Promise<StoredRows> {
  const row = await db
    .selectFrom('calls')
    .select(({ fn }) => [
      fn.countAll().as('count'),
      fn.sum('recording_size').as('bytes'),
      fn.min('started_at').as('oldest'),
    ])
    .where('company_id', '=', companyId)
    .where('recording_size', 'is not', null)
    .executeTakeFirstOrThrow()
  return stored(row)
}

export async function countVoicemail(db: TelephonyDb, companyId: number): Promise<StoredRows> {
  const row = await db
    .selectFrom('voicemail_messages')
    .select(({ fn }) => [
      fn.countAll().as('count'),
      fn.sum('size').as('bytes'),
      fn.min('created_at').as('oldest'),
    ])
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  return stored(row)
}

export async function countTexts(db: TelephonyDb, companyId: number): Promise<StoredRows> {
  const row = await db
    .selectFrom('texting_messages')
    .select(({ fn }) => [fn.countAll().as('count'), fn.min('created_at').as('oldest')])
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  return stored(row)
}

export async function countFaxes(db: TelephonyDb, companyId: number): Promise<StoredRows> {
  const row = await db
    .selectFrom('fax_messages')
    .innerJoin('files', (join) =>
      join
        .onRef('files.company_id', '=', 'fax_messages.company_id')
        .onRef('files.id', '=', 'fax_messages.file_id'),
    )
    .select(({ fn }) => [
      fn.countAll().as('count'),
      fn.sum('files.size').as('bytes'),
      fn.min('fax_messages.created_at').as('oldest'),
    ])
    .where('fax_messages.company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  return stored(row)
}

export async function countAudit(db: TelephonyDb, companyId: number): Promise<StoredRows> {
  const row = await db
    .selectFrom('audit_entries')
    .select(({ fn }) => [fn.countAll().as('count'), fn.min('at').as('oldest')])
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  return stored(row)
}
