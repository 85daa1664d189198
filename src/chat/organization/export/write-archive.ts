import { createWriteStream } from 'node:fs'
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { createGzip } from 'node:zlib'
import { secondsOf } from '../../../platform/clock.ts'
import { ContentGone } from '../../../platform/contents/contents.ts'
import { readSequences } from '../../../platform/database/sequence-store.ts'
import { tarEnd, tarHeader, tarPadding } from '../../../platform/files/tar-entry.ts'
import { VERSION } from '../../../platform/program.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import type { ChatTables } from '../../chat-tables.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import { exportedTables } from './exported-tables.ts'
import { readExportedRows } from './realm-export-store.ts'

/** Archives before 2 have no sequences. */
export const ARCHIVE_FORMAT = 2

/** Kinds of content that cannot be regenerated. */
export const fileKinds = ['uploads', 'avatars', 'emoji', 'realm-icons']

/**
 * Writes all data of an organization as a gzipped tar archive: a JSON Lines file for each table, and the uploaded
 * files. The file appears only when complete. Concurrent changes may or may not be included.
 */
export async function writeArchive(
  chat: ChatPlatform,
  realm: Realm,
  path: string,
  signal?: AbortSignal,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const part = `${path}.part`
  const spool = `${path}.table`
  try {
    await pipeline(
      Readable.from(archive(chat, realm, spool), { objectMode: false }),
      createGzip(),
      createWriteStream(part, { mode: 0o600, flush: true }),
      { signal },
    )
    await rename(part, path)
  } finally {
    await Promise.all([part, spool].map((leftover) => rm(leftover, { force: true })))
  }
}

async function* archive(chat: ChatPlatform, realm: Realm, spool: string): AsyncGenerator<Buffer> {
  const modified = secondsOf(chat.clock)
  const tables: Record<string, number> = {}
  for (const [name, plan] of Object.entries(exportedTables)) {
    if (!plan) continue
    const file = await open(spool, 'w+', 0o600)
    try {
      tables[name] = await spoolTable(chat, realm, name as keyof ChatTables, file)
      yield* entryOf(file, `tables/${name}.jsonl`, modified)
    } finally {
      await file.close()
    }
  }
  let files = 0
  for (const kind of fileKinds) {
    const tenant = String(realm.id)
    for await (const name of chat.contents.list(kind, tenant)) {
      const content = await chat.contents.stream({ kind, tenant, name })
      // Deleted in the meantime.
      if (!content) continue
      yield* entryOfContent(content, `files/${kind}/${name}`, modified)
      files += 1
    }
  }
  const { id, host, name } = realm
  const about = {
    format: ARCHIVE_FORMAT,
    server_version: VERSION,
    exported_at: modified,
    organization: { id, host, name },
    // Numbers of deleted rows must not be given out again.
    sequences: await readSequences(chat.database.read, realm.id),
  }
  const manifest = Buffer.from(`${JSON.stringify({ ...about, tables, files }, null, 2)}\n`)
  yield tarHeader({ name: 'manifest.json', size: manifest.length, modified })
  yield Buffer.concat([manifest, tarPadding(manifest.length), tarEnd])
}

/** Tar needs the size before the content, so tables go to a temporary file first. Returns the number of rows. */
async function spoolTable(
  chat: ChatPlatform,
  realm: Realm,
  table: keyof ChatTables,
  file: FileHandle,
): Promise<number> {
  let count = 0
  for await (const rows of readExportedRows(chat.database.read, table, realm.id)) {
    await file.write(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
    count += rows.length
    // Let other work run.
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
    // The header already states the size, so pad a file that became shorter.
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
  // The header already states the size, so pad a file that was deleted while being read.
  for (; written < size; written += Math.min(PIECE, size - written)) {
    yield Buffer.alloc(Math.min(PIECE, size - written))
  }
  yield tarPadding(size)
}
