import { join } from 'node:path'
import type { Client } from 'pg'
import { connectToPrimary } from '../database/postgres/connect-to-primary.ts'
import { isPooledByTransaction } from '../database/postgres/transaction-pooler.ts'
import { syncPath } from '../files/sync-path.ts'
import {
  type BackupManifest,
  BackupRefused,
  DUMP,
  type DumpedPostgres,
  type ProductSchema,
} from './backup-manifest.ts'
import {
  connectionIn,
  type PostgresAccess,
  type ProgramEnvironment,
  runPostgresProgram,
  versionOf,
} from './postgres-programs.ts'

const SCHEMAS: readonly ProductSchema[] = ['chat', 'telephony']

/** The names of the migrations that this version knows. */
export type KnownSteps = Readonly<Record<ProductSchema, readonly string[]>>

export interface DumpCheck {
  known: KnownSteps
  environment: ProgramEnvironment
}

/** Dumps both schemas as of one moment while servers read and write. */
export async function dumpPostgres(
  { url, environment }: PostgresAccess,
  path: string,
  signal: AbortSignal,
): Promise<DumpedPostgres> {
  const dumper = await versionOf('pg_dump', environment)
  return withPrimary(url, async (client, primary) => {
    await client.query('begin isolation level repeatable read read only')
    await client.query('set local idle_in_transaction_session_timeout = 0')
    const { rows } = await client.query(
      `select current_setting('server_version_num')::int / 10000 as version, pg_export_snapshot() as snapshot`,
    )
    const [{ version, snapshot }] = rows as [{ version: number; snapshot: string }]
    if (dumper < version) {
      throw new BackupRefused(
        `pg_dump ${dumper} is older than the server, PostgreSQL ${version}: install the client programs of PostgreSQL ${version} or newer.`,
      )
    }
    const steps = { chat: await readSteps(client, 'chat'), telephony: await readSteps(client, 'telephony') }
    const schemas = SCHEMAS.map((schema) => `--schema=${schema}`)
    const args = ['--format=custom', `--snapshot=${snapshot}`, '--no-password', ...schemas, `--file=${path}`]
    await runPostgresProgram('pg_dump', args, { ...environment, ...connectionIn(primary) }, signal)
    await syncPath(path)
    return { version, steps }
  })
}

async function readSteps(client: Client, schema: ProductSchema): Promise<string[]> {
  const { rows } = await client.query(`select to_regclass('${schema}.migrations') is not null as exists`)
  if (!rows[0].exists)
    throw new BackupRefused(`The database has no data: it has no table ${schema}.migrations.`)
  const found = await client.query(`select name from ${schema}.migrations order by name`)
  return found.rows.map(({ name }: { name: string }) => name)
}

/** Reads the whole dump with pg_restore, without a server. */
export async function verifyDump(
  folder: string,
  manifest: BackupManifest,
  { known, environment }: DumpCheck,
): Promise<void> {
  checkSteps(manifest, known)
  const path = join(folder, DUMP)
  const list = await runPostgresProgram('pg_restore', ['--list', path], environment)
  for (const schema of SCHEMAS) {
    if (list.includes(` TABLE DATA ${schema} migrations `)) continue
    throw new BackupRefused(`The backup is damaged: ${DUMP} has no table ${schema}.migrations.`)
  }
  await runPostgresProgram('pg_restore', ['--file=/dev/null', path], environment)
}

export function checkSteps({ postgres, version }: BackupManifest, known: KnownSteps): void {
  for (const schema of SCHEMAS) {
    const unknown = postgres?.steps[schema].find((step) => !known[schema].includes(step))
    if (unknown === undefined) continue
    throw new BackupRefused(
      `The backup is of a newer version of Switchboard, ${version}: it has the step '${unknown}'. Use that version, or a newer one.`,
    )
  }
}

/** Throws BackupRefused unless the database has neither of the schemas. */
export const checkHasNoData = (url: string) =>
  withPrimary(url, async (client) => {
    const { rows } = await client.query('select nspname as name from pg_namespace where nspname = any($1)', [
      SCHEMAS,
    ])
    if (rows.length === 0) return
    const names = rows.map(({ name }: { name: string }) => name).join(' and ')
    throw new BackupRefused(
      `The database is not empty: it has the schema ${names}. Restore the backup into an empty database.`,
    )
  })

/** In one transaction: all of it, or nothing. */
export const loadDump = ({ url, environment }: PostgresAccess, folder: string) =>
  withPrimary(url, async (_, primary) => {
    const connection = connectionIn(primary)
    const flags = ['--single-transaction', '--no-owner', '--no-privileges', '--no-password']
    const target = `--dbname=${connection.PGDATABASE ?? 'postgres'}`
    await runPostgresProgram('pg_restore', [...flags, target, join(folder, DUMP)], {
      ...environment,
      ...connection,
    })
  })

async function withPrimary<T>(
  url: string,
  work: (client: Client, primary: string) => Promise<T>,
): Promise<T> {
  if (isPooledByTransaction(url)) {
    throw new BackupRefused(
      'DATABASE_URL leads to a pooler in transaction mode, through which pg_dump and pg_restore do not work. Run the ' +
        'command with an address that leads to PostgreSQL itself.',
    )
  }
  const { client, url: primary } = await connectToPrimary(url)
  try {
    return await work(client, primary)
  } finally {
    await client.end().catch(() => {})
  }
}
