import { type SelectQueryBuilder, sql } from 'kysely'
import { uncheckedCast } from '../../platform/unchecked-cast.ts'
import type { TelephonyDb } from '../../telephony/telephony-platform.ts'
import type { TelephonyTables } from '../../telephony/telephony-tables.ts'

type Row = Record<string, unknown>

const ROWS_AT_ONCE = 500

interface PhoneTable<Table = Row> {
  /** the primary key after company_id */
  key: readonly (keyof Table & string)[]
  /** the column with the id of the telephony user */
  person: keyof Table & string
  /** secrets, and columns that only the server needs */
  omitted?: readonly (keyof Table & string)[]
}

/** What the phones have stored about a user. */
export const phoneTables: { readonly [Name in keyof TelephonyTables]?: PhoneTable<TelephonyTables[Name]> } = {
  contacts: {
    key: ['id'],
    person: 'id',
    omitted: ['invitation_token_hash', 'search_text', 'first_name_key', 'email_key'],
  },
  user_statuses: { key: ['user_id'], person: 'user_id' },
  extensions: {
    key: ['id'],
    person: 'user_id',
    omitted: ['secrets_sealed', 'search_text', 'user_key', 'data'],
  },
  forwardings: { key: ['extension_id'], person: 'user_id' },
  blocked_numbers: { key: ['id'], person: 'user_id' },
  call_parties: { key: ['call_id', 'role', 'address'], person: 'user_id' },
  voicemail_messages: { key: ['id'], person: 'user_id' },
  texting_messages: { key: ['id'], person: 'user_id', omitted: ['carrier_id'] },
  fax_messages: { key: ['id'], person: 'user_id', omitted: ['search_text', 'origin_id'] },
}

/** Yields pages of a user's rows in a table, in the order of the key. */
export async function* readPhoneRows(
  db: TelephonyDb,
  name: keyof TelephonyTables,
  companyId: number,
  userId: string,
): AsyncGenerator<Row[]> {
  const { key, person, omitted = [] } = uncheckedCast<PhoneTable>(phoneTables[name])
  // The table is known only at run time.
  const all = uncheckedCast<SelectQueryBuilder<never, never, Row>>(db.selectFrom(name).selectAll())
  const own = all
    .where(sql.ref('company_id'), '=', companyId as never)
    .where(sql.ref(person), '=', userId as never)
  const ordered = key.reduce((query, column) => query.orderBy(sql.ref(column)), own).limit(ROWS_AT_ONCE)
  for (let last: Row | undefined; ; ) {
    const rows = await (last ? ordered.where(isAfter(key, last)) : ordered).execute()
    last = rows.at(-1)
    if (!last) return
    yield rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).filter(([column]) => ![...omitted, 'company_id'].includes(column)),
      ),
    )
    if (rows.length < ROWS_AT_ONCE) return
  }
}

const isAfter = (key: readonly string[], last: Row) =>
  sql<boolean>`(${sql.join(key.map((column) => sql.ref(column)))}) > (${sql.join(key.map((column) => last[column]))})`

export interface FaxDocument {
  id: string
  name: string
  /** null: it was never uploaded */
  content: string | null
}

/** The documents of the faxes that a user has sent. */
export async function listFaxDocuments(
  db: TelephonyDb,
  companyId: number,
  userId: string,
): Promise<FaxDocument[]> {
  return db
    .selectFrom('fax_messages')
    .innerJoin('files', (join) =>
      join
        .onRef('files.company_id', '=', 'fax_messages.company_id')
        .onRef('files.id', '=', 'fax_messages.file_id'),
    )
    .select(['fax_messages.id', 'files.name', 'files.content'])
    .where('fax_messages.company_id', '=', companyId)
    .where('fax_messages.user_id', '=', userId)
    .orderBy('fax_messages.id')
    .execute()
}

/** Ids of the recorded calls in which a user may have talked. */
export async function listRecordedCalls(
  db: TelephonyDb,
  companyId: number,
  userId: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('calls')
    .innerJoin('call_parties', (join) =>
      join
        .onRef('call_parties.company_id', '=', 'calls.company_id')
        .onRef('call_parties.call_id', '=', 'calls.id'),
    )
    .select('calls.id')
    .distinct()
    .where('calls.company_id', '=', companyId)
    .where('calls.recording_size', 'is not', null)
    .where('call_parties.user_id', '=', userId)
    .orderBy('calls.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Yields the calls of a user. */
export async function* readCallsOf(
  db: TelephonyDb,
  companyId: number,
  userId: string,
): AsyncGenerator<Row[]> {
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('calls')
      .select(['id', 'direction', 'dialled', 'result', 'started_at', 'answered_at', 'ended_at'])
      .select(['transferred_to', 'recording_seconds'])
      .where('company_id', '=', companyId)
      .where('id', '>', after)
      .where('id', 'in', (of) =>
        of
          .selectFrom('call_parties')
          .select('call_id')
          .where('company_id', '=', companyId)
          .where('user_id', '=', userId),
      )
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute()
    if (rows.length > 0) yield rows
    if (rows.length < ROWS_AT_ONCE) return
    after = rows.at(-1)!.id
  }
}
