import { existsSync } from 'node:fs'
import { join } from 'node:path'
import LibsqlDatabase from 'libsql/promise'
import {
  type BackupManifest,
  BackupRefused,
  CHECKSUMS,
  readChecksums,
  readManifest,
} from './backup-manifest.ts'
import { checksumOf } from './file-checksum.ts'
import { type DumpCheck, verifyDump } from './postgres-dump.ts'

/** Files that rows of a database name. */
export interface NamedFiles {
  /** the file of the database */
  database: string
  /** the folder of the files */
  folder: string
  /** selects `path`, relative to that folder */
  sql: string
}

export interface VerifiedBackup {
  manifest: BackupManifest
  /** the number of files that rows name; all of them are there. undefined: not known, with PostgreSQL */
  named: number | undefined
}

/**
 * Proves without a restore that a backup can be restored: every checksum, the structure of each database, and that every
 * file is there that a row names. Of a dump of PostgreSQL, that pg_restore reads all of it. Throws BackupRefused.
 */
export async function verifyBackup(
  folder: string,
  names: readonly NamedFiles[],
  ofDump: DumpCheck,
): Promise<VerifiedBackup> {
  const manifest = await readManifest(folder)
  await verifyChecksums(folder, manifest)
  if (manifest.postgres) {
    await verifyDump(folder, manifest, ofDump)
    return { manifest, named: undefined }
  }
  let named = 0
  for (const name of manifest.databases) {
    const database = new LibsqlDatabase(join(folder, name), { readonly: true })
    try {
      await checkStructure(database, name)
      // The files are in a bucket.
      if (manifest.files_elsewhere) continue
      for (const about of names) {
        if (about.database === name) named += await checkFiles(database, folder, about)
      }
    } finally {
      database.close()
    }
  }
  return { manifest, named }
}

export async function verifyChecksums(source: string, manifest: BackupManifest): Promise<void> {
  if ((await checksumOf(join(source, CHECKSUMS)).catch(() => undefined)) !== manifest.checksum) {
    throw new BackupRefused(`The backup is damaged: ${CHECKSUMS} is missing or has changed.`)
  }
  let files = 0
  for await (const { path, checksum } of readChecksums(source)) {
    const found = await checksumOf(join(source, path)).catch(() => undefined)
    if (found !== checksum) {
      throw new BackupRefused(`The backup is damaged: ${path} is missing or has changed.`)
    }
    files += 1
  }
  if (files !== manifest.files)
    throw new BackupRefused(`The backup is damaged: it has ${files} files instead of ${manifest.files}.`)
}

async function checkStructure(database: LibsqlDatabase, name: string): Promise<void> {
  const problems = await rowsOf<{ integrity_check: string }>(database, 'pragma integrity_check(1)').catch(
    (error: Error) => [{ integrity_check: error.message }],
  )
  const [first] = problems
  if (first?.integrity_check !== 'ok') {
    throw new BackupRefused(`The backup is damaged: ${name} is no valid database: ${first?.integrity_check}.`)
  }
}

async function checkFiles(
  database: LibsqlDatabase,
  source: string,
  { database: name, folder, sql }: NamedFiles,
): Promise<number> {
  const rows = await rowsOf<{ path: string }>(database, sql)
  const missing = rows.filter(({ path }) => !existsSync(join(source, folder, path)))
  if (missing.length > 0) {
    throw new BackupRefused(
      `The backup is not complete: ${name} names ${missing.length} files that it does not contain, such as ` +
        `${folder}/${missing[0]!.path}. They were already missing on the server, or somebody deleted them.`,
    )
  }
  return rows.length
}

async function rowsOf<Row>(database: LibsqlDatabase, sql: string): Promise<Row[]> {
  return (await (await database.prepare(sql)).all()) as Row[]
}
