import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import LibsqlDatabase from 'libsql'
import { Client } from 'pg'
import { asteriskViews } from './asterisk-views.ts'
import { phoneColumns } from './phone-columns.ts'
import { type PhoneDatabase, readPhoneDatabaseUrl } from './phone-database-url.ts'
import { trunkColumns } from './trunk-columns.ts'

const table = (name: string, columns: readonly string[]) => `create table if not exists ${name} (
    ${columns.map((column) => `${column} text not null${column === 'id' ? ' primary key' : ''}`).join(',\n    ')}
  )`

const statements = (engine: PhoneDatabase['engine']) => [
  table('phones', phoneColumns),
  table('trunks', trunkColumns),
  'create table if not exists removed_phones (id text not null primary key)',
  'create table if not exists asterisk_runs (startup_time text not null primary key)',
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
  try {
    database.pragma('busy_timeout = 3000')
    // Asterisk can read while we write.
    database.pragma('journal_mode = WAL')
    for (const statement of ['begin', ...statements('sqlite3'), 'commit']) database.exec(statement)
  } finally {
    database.close()
  }
}

async function preparePostgres(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 3000, query_timeout: 10_000 })
  try {
    await client.connect()
    for (const statement of ['begin', ...statements('pgsql'), 'commit']) await client.query(statement)
  } finally {
    await client.end().catch(() => {})
  }
}
