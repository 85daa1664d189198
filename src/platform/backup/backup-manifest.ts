import { createReadStream } from 'node:fs'
import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { checksumOf } from './file-checksum.ts'

/**
 * The backup cannot be made or restored for a reason that the operator can fix: shown as its message, without a stack.
 */
export class BackupRefused extends Error {}

export const MANIFEST = 'manifest.json'
/** One line per file, in the format of `sha256sum --check`. */
export const CHECKSUMS = 'checksums.sha256'
export const KEY_FILE = 'secret.key'
/** The dump of a backup of PostgreSQL, in the custom format of pg_dump. */
export const DUMP = 'postgres.dump'
const FORMAT = 1
/** Versions that know only SQLite must not take the dump for files of the data folder. */
const POSTGRES_FORMAT = 2

/** What a dump holds. */
export interface DumpedPostgres {
  /** the major version of the server */
  version: number
  /** the names of the migrations of each schema */
  steps: Record<ProductSchema, string[]>
}

export type ProductSchema = 'chat' | 'telephony'

export interface BackupManifest {
  format: number
  /** the version of Switchboard that made the backup */
  version: string
  started_at: string
  finished_at: string
  databases: string[]
  /** whether the backup includes the secret key */
  holds_key: boolean
  /** A backup of PostgreSQL; without it, of SQLite. */
  postgres?: DumpedPostgres
  /** The files that rows name are in a bucket, not in the backup. */
  files_elsewhere?: boolean
  /** The backup holds files of a bucket: the mark of the installation to which the bucket belongs. */
  files_of?: string
  /** the number of files in the list of checksums: databases, key and everything else */
  files: number
  bytes: number
  /** the checksum of the list of checksums */
  checksum: string
}

/** Written last, and renamed into place: a backup is complete if and only if it has a manifest. */
export async function writeManifest(
  folder: string,
  manifest: Omit<BackupManifest, 'format' | 'checksum'>,
): Promise<void> {
  const format = manifest.postgres ? POSTGRES_FORMAT : FORMAT
  const complete = { format, ...manifest, checksum: await checksumOf(join(folder, CHECKSUMS)) }
  const draft = await open(join(folder, `${MANIFEST}.part`), 'wx', 0o600)
  try {
    await draft.writeFile(`${JSON.stringify(complete, null, 2)}\n`)
    await draft.sync()
  } finally {
    await draft.close()
  }
  await rename(join(folder, `${MANIFEST}.part`), join(folder, MANIFEST))
}

export async function readManifest(folder: string): Promise<BackupManifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => {
    throw new BackupRefused(`${folder} is not a complete backup: it has no ${MANIFEST}.`)
  })
  const manifest = parse(text)
  const format = manifest?.postgres ? POSTGRES_FORMAT : FORMAT
  if (manifest?.format !== format || typeof manifest.started_at !== 'string') {
    throw new BackupRefused(`This version cannot read ${MANIFEST} in ${folder}.`)
  }
  return manifest
}

function parse(text: string): BackupManifest | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Reads the list of checksums. The input is untrusted: a path must not leave the backup's folder. */
export async function* readChecksums(folder: string): AsyncGenerator<{ path: string; checksum: string }> {
  const input = createReadStream(join(folder, CHECKSUMS), 'utf8')
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    const [, checksum, path] = /^([0-9a-f]{64}) {2}([^/].*)$/.exec(line) ?? []
    if (checksum === undefined || path === undefined || path.split('/').includes('..')) {
      throw new BackupRefused(`The backup is damaged: ${CHECKSUMS} has an invalid line.`)
    }
    yield { path, checksum }
  }
}
