import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import LibsqlDatabase from 'libsql'
import { Client } from 'pg'
import { CALLS_ALONE } from '../asterisk-dialplan.ts'
import { aloneColumns } from '../phones/calls-alone-columns.ts'
import { phoneColumns } from '../phones/phone-columns.ts'
import { type PhoneDatabase, readPhoneDatabaseUrl } from '../phones/phone-database-url.ts'
import { peerColumns, SWITCHES, slotColumns } from '../phones/phone-store.ts'
import { emergencyColumns, trunkColumns } from '../phones/trunk-columns.ts'
import { asteriskViews } from './asterisk-views.ts'

type Engine = PhoneDatabase['engine']

const anyCase = { sqlite3: 'text collate nocase', pgsql: 'citext' }

const table = (name: string, columns: readonly string[]) => `create table if not exists ${name} (
    ${columns.map((column) => `${column} text not null${column === 'id' ? ' primary key' : ''}`).join(',\n    ')}
  )`

const createTables = (engine: Engine) => [
  table('phones', phoneColumns),
  table('trunks', trunkColumns),
  table('peers', peerColumns),
  table('emergency_numbers', emergencyColumns),
  table('parking_slots', slotColumns),
  table(CALLS_ALONE, aloneColumns),
  table(SWITCHES, ['id', 'value']),
  'create table if not exists removed_phones (id text not null primary key)',
  'create table if not exists asterisk_runs (startup_time text not null primary key)',
  `create table if not exists blocked_phones (
    phone text not null, network text not null, until bigint not null, primary key (phone, network)
  )`,
  `create table if not exists browser_phones (
    id text not null primary key, phone text not null, ha1 text not null, seen_at bigint not null
  )`,
  'create index if not exists browser_phones_by_phone on browser_phones (phone)',
  ...(engine === 'pgsql' ? ['create extension if not exists citext'] : []),
  `create table if not exists phone_domains (domain ${anyCase[engine]} not null primary key)`,
]

/** Columns that an older version did not have. Its phones get their values when they are changed. */
const addColumns = (existing: ReadonlySet<string>) =>
  phoneColumns
    .filter((column) => !existing.has(column))
    .map((column) => `alter table phones add column ${column} text not null default ''`)

const complete = (engine: Engine) => [
  'insert into phone_domains select distinct domain from phones where true on conflict do nothing',
  ...Object.entries(asteriskViews(engine)).flatMap(([name, query]) => [
    `drop view if exists ${name}`,
    `create view ${name} as ${query}`,
  ]),
]

/** Creates the tables and the views that Asterisk reads, unless they exist. */
export async function preparePhoneDatabase(url: string): Promise<void> {
  const database = readPhoneDatabaseUrl(url)
  if (database.engine === 'sqlite3') prepareSqlite(database.path)
  else await preparePostgres(url)
}

function prepareSqlite(path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  const database = new LibsqlDatabase(path)
  const run = (statements: readonly string[]) => {
    for (const statement of statements) database.exec(statement)
  }
  try {
    database.pragma('busy_timeout = 3000')
    // Asterisk can read while we write.
    database.pragma('journal_mode = WAL')
    run(['begin', ...createTables('sqlite3')])
    const columns = database.prepare('select name from pragma_table_info(?)').all('phones') as {
      name: string
    }[]
    const existing = new Set(columns.map(({ name }) => name))
    run([...addColumns(existing), ...complete('sqlite3'), 'commit'])
  } finally {
    database.close()
  }
}

async function preparePostgres(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 3000, query_timeout: 10_000 })
  const run = async (statements: readonly string[]) => {
    for (const statement of statements) await client.query(statement)
  }
  try {
    await client.connect()
    await run(['begin', ...createTables('pgsql')])
    const { rows } = await client.query<{ name: string }>(
      "select attname as name from pg_attribute where attrelid = 'phones'::regclass and attnum > 0",
    )
    const existing = new Set(rows.map(({ name }) => name))
    await run([...addColumns(existing), ...complete('pgsql'), 'commit'])
  } finally {
    await client.end().catch(() => {})
  }
}
