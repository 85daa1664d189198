import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { BackupRefused } from './backup-manifest.ts'

type PostgresProgram = 'pg_dump' | 'pg_restore'

export type ProgramEnvironment = Readonly<Record<string, string>>

/** A database, and what the programs that work on it get of our environment: no secrets. */
export interface PostgresAccess {
  url: string
  environment: ProgramEnvironment
}

const execute = promisify(execFile)

const MAX_OUTPUT_BYTES = 2 ** 26
const MAX_COMPLAINT = 1000

/** Settings of libpq that an address may contain, and the variables of the environment that mean the same. */
const VARIABLES = {
  host: 'PGHOST',
  sslrootcert: 'PGSSLROOTCERT',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
} as const

/**
 * The address as variables of the environment, which other accounts of the machine cannot read, unlike the command line.
 * What it leaves out comes from our environment or from .pgpass, as for our own connections.
 */
export function connectionIn(url: string): Record<string, string> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url)
  const database = decodeURIComponent(pathname.slice(1))
  const found: Record<string, string> = {
    ...(hostname && { PGHOST: decodeURIComponent(hostname).replace(/^\[(.*)\]$/, '$1') }),
    ...(port && { PGPORT: port }),
    ...(username && { PGUSER: decodeURIComponent(username) }),
    ...(password && { PGPASSWORD: decodeURIComponent(password) }),
    ...(database && { PGDATABASE: database }),
  }
  for (const [name, variable] of Object.entries(VARIABLES)) {
    const value = searchParams.get(name)
    if (value !== null) found[variable] = value
  }
  const mode = searchParams.get('sslmode') ?? (searchParams.has('ssl') ? 'require' : undefined)
  if (mode !== undefined) found.PGSSLMODE = mode === 'no-verify' ? 'require' : mode
  return found
}

/** Resolves with its standard output. */
export async function runPostgresProgram(
  program: PostgresProgram,
  args: readonly string[],
  environment: ProgramEnvironment,
  signal?: AbortSignal,
): Promise<string> {
  const env = { ...environment, LC_ALL: 'C' }
  try {
    const { stdout } = await execute(program, args, {
      env,
      maxBuffer: MAX_OUTPUT_BYTES,
      ...(signal && { signal }),
    })
    return stdout
  } catch (error) {
    signal?.throwIfAborted()
    const { code, stderr = '', message } = error as { code?: unknown; stderr?: string; message: string }
    if (code === 'ENOENT') {
      throw new BackupRefused(
        `${program} was not found. Install the client programs of PostgreSQL (such as postgresql-client), and see that ` +
          'they are in PATH.',
      )
    }
    const complaint = (stderr.trim() || message).slice(-MAX_COMPLAINT)
    const advice = /unsupported version|version mismatch/.test(complaint)
      ? ` ${program} is too old: install a newer version of the client programs of PostgreSQL.`
      : ''
    throw new BackupRefused(`${program} failed: ${complaint}.${advice}`)
  }
}

/** The major version. */
export async function versionOf(program: PostgresProgram, environment: ProgramEnvironment): Promise<number> {
  const text = await runPostgresProgram(program, ['--version'], environment)
  const [, version] = /\(PostgreSQL\) (\d+)/.exec(text) ?? []
  if (version === undefined) throw new BackupRefused(`${program} does not say its version: ${text.trim()}`)
  return Number(version)
}
