import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import LibsqlDatabase from 'libsql'
import { Client } from 'pg'
import { REALM } from './asterisk-dialplan.ts'
import { type PhoneEngine, peerAuths, peerEndpoint, unite } from './peer-views.ts'
import { phoneColumns } from './phone-columns.ts'
import { readPhoneDatabaseUrl } from './phone-database-url.ts'
import { peerColumns } from './phone-store.ts'

/** Columns of the table that an option of the same name takes as it is. */
const aorColumns = ['max_contacts', 'maximum_expiration', 'qualify_frequency']
const notOfEndpoints = ['id', 'number', 'domain', 'ha1', 'replaced_at', ...aorColumns]
const endpointColumns = phoneColumns.filter((column) => !notOfEndpoints.includes(column))

const same = (columns: readonly string[]) => Object.fromEntries(columns.map((column) => [column, column]))

const phoneAuth = {
  id: 'id',
  auth_type: `'md5'`,
  username: 'number',
  realm: `'${REALM}'`,
  md5_cred: 'ha1',
}

const phoneEndpoint = {
  id: 'id',
  auth: 'id',
  aors: 'id',
  context: `'switchboard'`,
  from_domain: 'domain',
  // Sound goes through Asterisk, which can then record it, and phones behind NAT need no relay.
  direct_media: `'no'`,
  disallow: `'all'`,
  ...same(endpointColumns),
}

/** One row for each phone; Asterisk reads it as three objects. Other Asterisks are among them. */
const views = (engine: PhoneEngine): Readonly<Record<string, string>> => ({
  ps_auths: unite(['phones', phoneAuth], ...peerAuths.map((auth) => ['peers', auth] as const)),
  // A phone that registers once too often replaces the oldest registration.
  ps_aors: `select id, ${aorColumns.join(', ')}, 'yes' as remove_existing, 'yes' as remove_unavailable from phones`,
  ps_endpoints: unite(['phones', phoneEndpoint], ['peers', peerEndpoint(engine)]),
})

const table = (name: string, columns: readonly string[]) => `create table if not exists ${name} (
    ${columns.map((column) => `${column} text not null${column === 'id' ? ' primary key' : ''}`).join(',\n    ')}
  )`

const statements = (columns: readonly string[], engine: PhoneEngine) => [
  table('phones', columns),
  table('peers', peerColumns),
  'create table if not exists removed_phones (id text not null primary key)',
  'create table if not exists asterisk_runs (startup_time text not null primary key)',
  ...Object.entries(views(engine)).flatMap(([name, query]) => [
    `drop view if exists ${name}`,
    `create view ${name} as ${query}`,
  ]),
]

/** Creates the table and the views that Asterisk reads, unless they exist. */
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
    for (const statement of ['begin', ...statements(phoneColumns, 'sqlite3'), 'commit'])
      database.exec(statement)
  } finally {
    database.close()
  }
}

async function preparePostgres(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 3000, query_timeout: 10_000 })
  try {
    await client.connect()
    for (const statement of ['begin', ...statements(phoneColumns, 'pgsql'), 'commit'])
      await client.query(statement)
  } finally {
    await client.end().catch(() => {})
  }
}
