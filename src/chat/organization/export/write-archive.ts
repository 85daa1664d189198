import { createWriteStream } from 'node:fs'
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { createGzip } from 'node:zlib'
import { secondsOf } from '../../../platform/clock.ts'
import { ContentGone } from '../../../platform/contents/contents.ts'
import { tarEnd, tarHeader, tarPadding } from '../../../platform/files/tar-entry.ts'
import { VERSION } from '../../../platform/version.ts'
import type { Chat } from '../../chat.ts'
import type { ChatTables } from '../../chat-tables.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import { readExportedRows } from './exported-row-store.ts'
import { exportedTables } from './exported-tables.ts'

/** Kinds of contents of which an organization has some that cannot be made again. */
const fileKinds = ['uploads', 'avatars', 'emoji', 'realm-icons']

export interface ArchiveOptions {
  signal?: AbortSignal
  /** called again and again while it is being written; may stop it by failing */
  goOn?(): Promise<void>
}

/**
 * Everything that an organization has, as a gzipped tar archive: a file of JSON lines for each table, and the
 * files that were uploaded. Nobody ever sees half of it. What changes meanwhile may or may not be in it.
 */
export async function writeArchive(
  chat: Chat,
  realm: Realm,
  path: string,
  { signal, goOn }: ArchiveOptions = {},
): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const part = `${path}.part`
  const spool = `${path}.table`
  try {
    await pipeline(
      Readable.from(archive(chat, realm, spool, goOn ?? (async () => {})), { objectMode: false }),
      createGzip(),
      createWriteStream(part, { mode: 0o600, flush: true }),
      { signal },
    )
    await rename(part, path)
  } finally {
    await Promise.all([part, spool].map((leftover) => rm(leftover, { force: true })))
  }
}

async function* archive(
  chat: Chat,
  realm: Realm,
  spool: string,
  goOn: () => Promise<void>,
): AsyncGenerator<Buffer> {
  const modified = secondsOf(chat.clock)
  const tables: Record<string, number> = {}
  for (const [name, plan] of Object.entries(exportedTables)) {
    if (!plan) continue
    const file = await open(spool, 'w+', 0o600)
    try {
      tables[name] = await spoolTable(chat, realm, name as keyof ChatTables, file, goOn)
      yield* entryOf(file, `tables/${name}.jsonl`, modified)
    } finally {
      await file.close()
    }
  }
  let files = 0
  for (const kind of fileKinds) {
    const tenant = String(realm.id)
    for await (const name of chat.contents.list(kind, tenant)) {
      await goOn()
      const content = await chat.contents.stream({ kind, tenant, name })
      // Deleted meanwhile.
      if (!content) continue
      yield* entryOfContent(content, `files/${kind}/${name}`, modified)
      files += 1
    }
  }
  const { id, host, name } = realm
  const about = {
    format: 1,
    server_version: VERSION,
    exported_at: modified,
    organization: { id, host, name },
  }
  const manifest = Buffer.from(`${JSON.stringify({ ...about, tables, files }, null, 2)}\n`)
  yield tarHeader({ name: 'manifest.json', size: manifest.length, modified })
  yield Buffer.concat([manifest, tarPadding(manifest.length), tarEnd])
}

/** Its size stands before it in the archive, and is known only when all of it is written. Answers with the rows. */
async function spoolTable(
  chat: Chat,
  realm: Realm,
  table: keyof ChatTables,
  file: FileHandle,
  goOn: () => Promise<void>,
): Promise<number> {
  let count = 0
  for await (const rows of readExportedRows(chat.database.read, table, realm.id)) {
    await goOn()
    await file.write(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
    count += rows.length
    // Others want to be served meanwhile.
    await setImmediate()
  }
  return count
}

const PIECE = 65_536

async function* entryOf(file: FileHandle, name: string, modified: number): AsyncGenerator<Buffer> {
  const { size } = await file.stat()
  yield tarHeader({ name, size, modified })
  for (let position = 0; position < size; ) {
    const piece = Buffer.alloc(Math.min(PIECE, size - position))
    const { bytesRead } = await file.read(piece, 0, piece.length, position)
    // A file that became shorter is filled up: the archive has promised its size.
    yield bytesRead === 0 ? piece : piece.subarray(0, bytesRead)
    position += bytesRead === 0 ? piece.length : bytesRead
  }
  yield tarPadding(size)
}

async function* entryOfContent(
  { size, stream }: { size: number; stream: Readable },
  name: string,
  modified: number,
): AsyncGenerator<Buffer> {
  yield tarHeader({ name, size, modified })
  let written = 0
  try {
    for await (const piece of stream) {
      written += (piece as Buffer).length
      yield piece
    }
  } catch (error) {
    if (!(error instanceof ContentGone)) throw error
  }
  // What was deleted while it was read is filled up: the archive has promised its size.
  for (; written < size; written += Math.min(PIECE, size - written)) {
    yield Buffer.alloc(Math.min(PIECE, size - written))
  }
  yield tarPadding(size)
}
