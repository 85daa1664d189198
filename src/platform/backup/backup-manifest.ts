import { createReadStream } from 'node:fs'
import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { checksumOf } from './file-checksum.ts'

/** What is wrong is the circumstances, and not the program: shown as its message. */
export class BackupRefused extends Error {}

export const MANIFEST = 'manifest.json'
/** One line for each file, as `sha256sum --check` reads them. */
export const CHECKSUMS = 'checksums.sha256'
export const KEY_FILE = 'secret.key'
const FORMAT = 1

export interface BackupManifest {
  format: number
  /** of the program that made it */
  version: string
  started_at: string
  finished_at: string
  databases: string[]
  /** whether the key of the stored secrets is in the backup */
  holds_key: boolean
  /** those in the list of checksums: databases, key and all others */
  files: number
  bytes: number
  /** of the list of checksums */
  checksum: string
}

/** Last of all, and at once: a backup is whole if and only if it is there. */
export async function writeManifest(
  folder: string,
  manifest: Omit<BackupManifest, 'format' | 'checksum'>,
): Promise<void> {
  const whole = { format: FORMAT, ...manifest, checksum: await checksumOf(join(folder, CHECKSUMS)) }
  const draft = await open(join(folder, `${MANIFEST}.part`), 'wx', 0o600)
  try {
    await draft.writeFile(`${JSON.stringify(whole, null, 2)}\n`)
    await draft.sync()
  } finally {
    await draft.close()
  }
  await rename(join(folder, `${MANIFEST}.part`), join(folder, MANIFEST))
}

export async function readManifest(folder: string): Promise<BackupManifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => {
    throw new BackupRefused(`${folder} does not hold a whole backup: there is no ${MANIFEST} in it.`)
  })
  const manifest = parse(text)
  if (manifest?.format !== FORMAT) {
    throw new BackupRefused(`${MANIFEST} of ${folder} cannot be read by this version.`)
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

/** What the list names, which a stranger may have written. */
export async function* readChecksums(folder: string): AsyncGenerator<{ path: string; checksum: string }> {
  const input = createReadStream(join(folder, CHECKSUMS), 'utf8')
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    const [, checksum, path] = /^([0-9a-f]{64}) {2}([^/].*)$/.exec(line) ?? []
    if (checksum === undefined || path === undefined || path.split('/').includes('..')) {
      throw new BackupRefused(`The backup is damaged: ${CHECKSUMS} cannot be read.`)
    }
    yield { path, checksum }
  }
}
