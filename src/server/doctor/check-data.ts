import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../../config/config.ts'
import { findBackupResult, findLastBackup } from '../../platform/backup/last-backup.ts'
import { isoDate, readDate, systemClock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { openDatabase } from '../../platform/database/open-database.ts'
import { listPending } from '../../platform/database/schema/migrate.ts'
import { FULL_BELOW_BYTES, readDiskSpace } from '../../platform/files/disk-space.ts'
import { createLogger } from '../../platform/logging/log.ts'
import { openObjectStore } from '../../platform/objects/object-store.ts'
import { databaseMigrations } from '../start/database-migrations.ts'
import {
  readOutboxStates,
  readPostgresState,
  readReplicaLag,
  readSqliteDamage,
  readWalPosition,
} from './doctor-store.ts'
import { type Check, type Finding, ok, problem, reasonOf, skipped, warning } from './finding.ts'

export type Databases = Readonly<Record<'chat' | 'telephony', Database<unknown>>>

const MIN_POSTGRES = 14
const CONNECTIONS_PER_SERVER = 25
const MAX_ROUND_TRIP_MS = 250
const MAX_CLOCK_DIFFERENCE_MS = 5_000
const MAX_BACKUP_AGE_MS = 26 * 3_600_000
const MAX_VERIFICATION_AGE_MS = 7 * 86_400_000
/** Beside the files: no file has such a key. */
const PROBE = 'switchboard-doctor'
const LITTLE_SPACE = 0.1
/** Requests for history wait for nothing, and go to the primary instead. */
const MAX_REPLICA_LAG_MS = 5_000
const REPLICA_PAUSE_MS = 100
const OVERDUE_MS = 15 * 60_000

export const checkDatabase = (databases: Databases): Check => ({
  name: 'database',
  async run() {
    const findings: Finding[] = []
    for (const name of ['chat', 'telephony'] as const) {
      const pending = await listPending(databases[name], databaseMigrations[name])
      if (pending.length === 0) continue
      findings.push(
        warning(
          `The database of the ${name} lacks ${pending.length} steps of this version (${pending.join(', ')}).`,
          'Restart the server, which migrates the database, or run switchboard migrate.',
        ),
      )
    }
    const { chat } = databases
    findings.push(...(chat.engine === 'postgres' ? await ofPostgres(chat) : await ofSqlite(databases)))
    return findings
  },
})

async function ofPostgres({ read }: Database<unknown>): Promise<Finding[]> {
  await readPostgresState(read)
  const sent = performance.now()
  const state = await readPostgresState(read)
  const roundTrip = Math.round(performance.now() - sent)
  const findings: Finding[] = []
  if (state.version < MIN_POSTGRES) {
    findings.push(
      problem(`PostgreSQL is version ${state.version}.`, `Upgrade it to ${MIN_POSTGRES} or newer.`),
    )
  }
  if (state.max_connections < CONNECTIONS_PER_SERVER) {
    findings.push(
      problem(
        `PostgreSQL accepts ${state.max_connections} connections.`,
        `Set max_connections to at least ${CONNECTIONS_PER_SERVER} for each server.`,
      ),
    )
  }
  if (state.synchronous_commit === 'off') {
    findings.push(
      problem(
        'synchronous_commit is off: a crash of PostgreSQL loses messages that were accepted.',
        'Set it to on.',
      ),
    )
  }
  if (roundTrip > MAX_ROUND_TRIP_MS) {
    findings.push(
      problem(
        `A round trip to PostgreSQL takes ${roundTrip} ms: other servers will not wait for the writes of this one.`,
        `Move them closer together: it must be less than ${MAX_ROUND_TRIP_MS} ms.`,
      ),
    )
  }
  const difference = systemClock.now() - state.now
  if (Math.abs(difference) > MAX_CLOCK_DIFFERENCE_MS) {
    findings.push(
      warning(
        `The clock of this machine differs from PostgreSQL's by ${Math.round(difference / 1000)} s.`,
        'Correct the clocks with NTP.',
      ),
    )
  }
  return [
    ...findings,
    ok(`PostgreSQL ${state.version} responds in ${roundTrip} ms. Its own backups are not checked here.`),
  ]
}

async function ofSqlite(databases: Databases): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [name, database] of Object.entries(databases)) {
    const damage = await readSqliteDamage(database)
    if (damage === 'ok') continue
    findings.push(
      problem(
        `${name}.db is damaged: ${damage}.`,
        'Stop the server and restore the newest backup. Look at the disk.',
      ),
    )
  }
  return findings.length > 0 ? findings : [ok('SQLite: both files are sound.')]
}

/** Each must be a copy that follows: reads of history go there. */
export const checkReplicas = ({ databaseUrl, replicaUrls, dataDir }: Config, { chat }: Databases): Check => ({
  name: 'replicas',
  async run() {
    if (databaseUrl === undefined || replicaUrls === undefined) return []
    const log = createLogger('silent')
    return Promise.all(
      replicaUrls.map(async (url) => {
        const { host } = new URL(url)
        const opened = await openDatabase<never>('chat', { databaseUrl: url, dataDir }, log).catch(reasonOf)
        if (typeof opened === 'string') {
          const remedy =
            'Start it, or remove it from DATABASE_REPLICA_URLS. History is read from the primary.'
          return problem(`The replica ${host} cannot be used: ${opened}.`, remedy)
        }
        try {
          return await ofReplica(host, chat, opened)
        } finally {
          await opened.close()
        }
      }),
    )
  },
})

async function ofReplica(host: string, { read }: Database<unknown>, replica: Database<unknown>) {
  const position = await readWalPosition(read)
  const asked = performance.now()
  for (;;) {
    const behind = await readReplicaLag(replica.read, position)
    const took = Math.round(performance.now() - asked)
    if (behind === undefined) {
      const remedy = 'Set up streaming replication, or remove it from DATABASE_REPLICA_URLS.'
      return problem(`${host} is no replica: it accepts writes of its own.`, remedy)
    }
    if (behind <= 0) return ok(`The replica ${host} has everything after ${took} ms.`)
    if (took > MAX_REPLICA_LAG_MS) {
      const remedy = 'Look at its log, its disk and pg_stat_replication of the primary.'
      return problem(
        `The replica ${host} is ${describeBytes(behind)} behind: history is read from the primary.`,
        remedy,
      )
    }
    await pause(REPLICA_PAUSE_MS)
  }
}

export const checkOutbox = (databases: Databases): Check => ({
  name: 'outbox',
  async run() {
    const now = systemClock.now()
    const findings: Finding[] = []
    for (const { read } of Object.values(databases)) {
      for (const { kind, failed, due_since: since } of await readOutboxStates(read)) {
        if (since !== null && Number(since) < now - OVERDUE_MS) {
          findings.push(
            problem(
              `Entries of the kind ${kind} have been due since ${isoDate(Number(since))}.`,
              'Is a server running? The log says why attempts fail.',
            ),
          )
        }
        if (failed === 0) continue
        findings.push(
          warning(
            `${failed} entries of the kind ${kind} were given up within 30 days.`,
            'The column error of the table outbox and the log say why.',
          ),
        )
      }
    }
    return findings.length > 0 ? findings : [ok('Nothing is overdue, and nothing was given up.')]
  },
})

export const checkDisk = ({ dataDir }: Config): Check => ({
  name: 'disk',
  async run() {
    const { freeBytes, totalBytes } = await readDiskSpace(dataDir)
    const text = `${describeBytes(freeBytes)} of ${describeBytes(totalBytes)} are free in DATA_DIR.`
    const remedy = 'Free or add space. switchboard compact and retention make the data smaller.'
    if (freeBytes < FULL_BELOW_BYTES) return [problem(text, remedy)]
    return [freeBytes < totalBytes * LITTLE_SPACE ? warning(text, remedy) : ok(text)]
  },
})

/** Writes, reads and deletes an object, as uploads do. */
export const checkFiles = ({ objectStore }: Config): Check => ({
  name: 'files',
  async run() {
    if (objectStore === undefined) return []
    const objects = openObjectStore(objectStore, '', createLogger('silent'), [])
    const remedy = 'Look at S3_ENDPOINT, S3_BUCKET and the rights of the key: uploads and downloads get 503.'
    const { endpoint, bucket } = objectStore
    try {
      await objects.put(PROBE, Buffer.from(PROBE))
      const found = await objects.head(PROBE)
      await objects.remove(PROBE)
      if (found?.size === PROBE.length) return [ok(`The bucket ${bucket} takes, shows and deletes objects.`)]
      return [problem(`The bucket ${bucket} at ${endpoint} does not have what was written.`, remedy)]
    } catch (error) {
      return [problem(`The bucket ${bucket} at ${endpoint} does not work: ${reasonOf(error)}.`, remedy)]
    }
  },
})

export const checkBackup = ({ dataDir, databaseUrl, objectStore }: Config): Check => ({
  name: 'backup',
  async run() {
    const result = await findBackupResult(dataDir)
    const isElsewhere = databaseUrl !== undefined && result === undefined
    const findings = isElsewhere ? [backupsElsewhere] : await ofBackups(dataDir)
    if (objectStore !== undefined && !result?.has_files) findings.push(filesElsewhere)
    return findings
  },
})

const backupsElsewhere = skipped(
  'There was no switchboard backup here. If PostgreSQL is backed up by its own programs, nobody here knows when.',
  'Run switchboard backup or pg_basebackup every night, and restore one from time to time: see docs/operations.md.',
)

const filesElsewhere = skipped(
  'The files in the bucket are not in the last backup of Switchboard.',
  'Switch on versioning or replication of the bucket, or back up without --without-files.',
)

async function ofBackups(dataDir: string): Promise<Finding[]> {
  const last = await findLastBackup(dataDir)
  const result = await findBackupResult(dataDir)
  const now = systemClock.now()
  const remedy = 'Run switchboard backup every night: see docs/operations.md.'
  const findings: Finding[] = []
  if (result?.has_failed) {
    const text = `The last backup, or its check, failed; it was tried at ${result.tried_at}.`
    findings.push(problem(text, 'Run switchboard backup, which says why.'))
  }
  if (last === undefined) return [...findings, problem('There has been no backup yet.', remedy)]
  const text = `The last backup is of ${isoDate(last)}.`
  findings.push(now - last > MAX_BACKUP_AGE_MS ? warning(text, remedy) : ok(text))
  const verified = readDate(result?.verified_at ?? '')
  if (verified === undefined || now - verified > MAX_VERIFICATION_AGE_MS) {
    const since =
      verified === undefined
        ? 'No backup was ever verified.'
        : `No backup was verified since ${isoDate(verified)}.`
    findings.push(warning(since, 'Run switchboard backup --verify, or back up with --keep.'))
  }
  return findings
}

function describeBytes(bytes: number): string {
  const gigabytes = bytes / 1024 ** 3
  return gigabytes >= 1 ? `${gigabytes.toFixed(1)} GB` : `${Math.round(bytes / 1024 ** 2)} MB`
}
