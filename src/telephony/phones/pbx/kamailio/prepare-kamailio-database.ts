import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import LibsqlDatabase from 'libsql'
import { Client } from 'pg'
import { spellForKamailio, sqlitePath } from './kamailio-database-url.ts'

/** At its start Kamailio compares this with the version that it expects. */
const SUBSCRIBER_VERSION = 7

const tables = (key: string) => [
  `create table if not exists version (
    id ${key},
    table_name varchar(32) not null unique,
    table_version integer not null default 0
  )`,
  `create table if not exists subscriber (
    id ${key},
    username varchar(64) not null,
    domain varchar(253) not null,
    password varchar(64) not null default '',
    ha1 varchar(128) not null default '',
    ha1b varchar(128) not null default '',
    unique (username, domain)
  )`,
  `insert into version (table_name, table_version) values ('subscriber', ${SUBSCRIBER_VERSION})
    on conflict (table_name) do nothing`,
]

/** Creates the two tables that Kamailio reads, unless they exist. */
export async function prepareKamailioDatabase(databaseUrl: string): Promise<void> {
  if (spellForKamailio(databaseUrl).module === 'db_sqlite.so') prepareSqlite(sqlitePath(databaseUrl))
  else await preparePostgres(databaseUrl)
}

function prepareSqlite(path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  const database = new LibsqlDatabase(path)
  try {
    database.pragma('busy_timeout = 3000')
    // Kamailio never waits for a lock. In this mode it can read while we write.
    database.pragma('journal_mode = WAL')
    for (const statement of tables('integer primary key')) database.exec(statement)
  } finally {
    database.close()
  }
}

async function preparePostgres(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 3000, query_timeout: 10_000 })
  try {
    await client.connect()
    for (const statement of tables('serial primary key')) await client.query(statement)
  } finally {
    await client.end().catch(() => {})
  }
}
