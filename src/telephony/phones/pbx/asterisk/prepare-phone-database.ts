import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import LibsqlDatabase from 'libsql'
import { Client } from 'pg'
import { REALM } from './asterisk-dialplan.ts'
import { phoneColumns } from './phone-columns.ts'
import { readPhoneDatabaseUrl } from './phone-database-url.ts'

/** Columns of the table that an option of the same name takes as it is. */
const aorColumns = ['max_contacts', 'maximum_expiration', 'qualify_frequency']
const notOfEndpoints = [
  ...['id', 'number', 'domain', 'ha1', 'replaced_at', 'mailboxes', 'mwi_subscription'],
  ...aorColumns,
]
const endpointColumns = phoneColumns.filter((column) => !notOfEndpoints.includes(column))

/** The number of waiting messages: sent to phones that subscribe, to the others, or to both. */
const mailboxesUnless = (other: string) =>
  `case mwi_subscription when '${other}' then '' else mailboxes end as mailboxes`

/** One row for each phone; Asterisk reads it as three objects. */
const views: Readonly<Record<string, string>> = {
  ps_auths: `select id, 'md5' as auth_type, number as username, '${REALM}' as realm, ha1 as md5_cred from phones`,
  // A phone subscribes to its own number, which Asterisk finds as the number of the mailbox.
  // A phone that registers once too often replaces the oldest registration.
  ps_aors: `select id, ${aorColumns.join(', ')}, 'yes' as remove_existing, 'yes' as remove_unavailable,
    ${mailboxesUnless('unsolicited')}, number as voicemail_extension from phones`,
  // Sound goes through Asterisk, which can then record it, and phones behind NAT need no relay.
  ps_endpoints: `select id, id as auth, id as aors, 'switchboard' as context, domain as from_domain, 'no' as direct_media,
    'all' as disallow, ${mailboxesUnless('solicited')}, number as mwi_from_user,
    'yes' as mwi_subscribe_replaces_unsolicited, ${endpointColumns.join(', ')} from phones`,
}

const tables = [
  `create table if not exists phones (
    ${phoneColumns.map((column) => `${column} text not null${column === 'id' ? ' primary key' : ''}`).join(',\n    ')}
  )`,
  'create table if not exists removed_phones (id text not null primary key)',
  'create table if not exists asterisk_runs (startup_time text not null primary key)',
]
/** Columns that an older version did not have. Its phones get their values when they are changed. */
const addColumns = (existing: ReadonlySet<string>) =>
  phoneColumns
    .filter((column) => !existing.has(column))
    .map((column) => `alter table phones add column ${column} text not null default ''`)
const createViews = Object.entries(views).flatMap(([name, query]) => [
  `drop view if exists ${name}`,
  `create view ${name} as ${query}`,
])

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
    database.exec('begin')
    for (const statement of tables) database.exec(statement)
    const columns = database.prepare('select name from pragma_table_info(?)').all('phones') as {
      name: string
    }[]
    const existing = new Set(columns.map(({ name }) => name))
    for (const statement of [...addColumns(existing), ...createViews, 'commit']) database.exec(statement)
  } finally {
    database.close()
  }
}

async function preparePostgres(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 3000, query_timeout: 10_000 })
  try {
    await client.connect()
    await client.query('begin')
    for (const statement of tables) await client.query(statement)
    const { rows } = await client.query<{ name: string }>(
      "select attname as name from pg_attribute where attrelid = 'phones'::regclass and attnum > 0",
    )
    const existing = new Set(rows.map(({ name }) => name))
    for (const statement of [...addColumns(existing), ...createViews, 'commit']) await client.query(statement)
  } finally {
    await client.end().catch(() => {})
  }
}
