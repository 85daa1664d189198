import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import LibsqlDatabase from 'libsql'
import { Client } from 'pg'
import { REALM } from './asterisk-dialplan.ts'
import { phoneColumns } from './phone-columns.ts'
import { readPhoneDatabaseUrl } from './phone-database-url.ts'

/** Columns of the table that an option of the same name takes as it is. */
const aorColumns = ['max_contacts', 'maximum_expiration', 'qualify_frequency']
const notOfEndpoints = ['id', 'number', 'domain', 'ha1', 'replaced_at', ...aorColumns]
const endpointColumns = phoneColumns.filter((column) => !notOfEndpoints.includes(column))

/** Seconds without sound after which the phone is gone, and so is its call. On hold, phones may be silent. */
const RTP_TIMEOUT = 30
const RTP_TIMEOUT_ON_HOLD = 1800

const clocks = { sqlite3: `cast(strftime('%s', 'now') as integer)`, pgsql: 'extract(epoch from now())' }
const lists = { sqlite3: 'group_concat(network)', pgsql: `string_agg(network, ',')` }
const anyCase = { sqlite3: 'text collate nocase', pgsql: 'citext' }
type Engine = keyof typeof clocks

/** From where a phone is refused for now: Asterisk then treats it as one that it does not know. */
const denied = (engine: Engine) =>
  `(select ${lists[engine]} from blocked_phones where phone = phones.id and until > ${clocks[engine]})`

/** One row for each phone; Asterisk reads it as three objects. */
const views = (engine: Engine): Readonly<Record<string, string>> => ({
  ps_auths: `select id, 'md5' as auth_type, number as username, '${REALM}' as realm, ha1 as md5_cred from phones`,
  // A phone that registers once too often replaces the oldest registration.
  ps_aors: `select id, ${aorColumns.join(', ')}, 'yes' as remove_existing, 'yes' as remove_unavailable from phones`,
  // Sound goes through Asterisk, which can then record it, and phones behind NAT need no relay.
  ps_endpoints: `select id, id as auth, id as aors, 'switchboard' as context, domain as from_domain, 'no' as direct_media,
    'all' as disallow, '${RTP_TIMEOUT}' as rtp_timeout, '${RTP_TIMEOUT_ON_HOLD}' as rtp_timeout_hold, ${denied(engine)} as deny, ${endpointColumns.join(', ')} from phones`,
  // A domain that a phone writes with capital letters is looked up here, and found under its own name.
  ps_domain_aliases: `select domain as id, cast(domain as text) as domain from phone_domains`,
})

const statements = (columns: readonly string[], engine: Engine) => [
  `create table if not exists phones (
    ${columns.map((column) => `${column} text not null${column === 'id' ? ' primary key' : ''}`).join(',\n    ')}
  )`,
  'create table if not exists removed_phones (id text not null primary key)',
  'create table if not exists asterisk_runs (startup_time text not null primary key)',
  `create table if not exists blocked_phones (
    phone text not null, network text not null, until bigint not null, primary key (phone, network)
  )`,
  ...(engine === 'pgsql' ? ['create extension if not exists citext'] : []),
  `create table if not exists phone_domains (domain ${anyCase[engine]} not null primary key)`,
  'insert into phone_domains select distinct domain from phones where true on conflict do nothing',
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
