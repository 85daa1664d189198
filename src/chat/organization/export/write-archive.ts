import { open } from 'node:fs/promises'
import { secondsOf } from '../../../platform/clock.ts'
import { readSequences } from '../../../platform/database/sequence-store.ts'
import { tarEnd, tarHeader, tarPadding } from '../../../platform/files/tar-entry.ts'
import { VERSION } from '../../../platform/program.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import type { ChatTables } from '../../chat-tables.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import { entryOf, entryOfContent, spoolRows, writeTar } from './archive-entries.ts'
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
  await writeTar(path, (spool) => archive(chat, realm, spool), signal)
}

async function* archive(chat: ChatPlatform, realm: Realm, spool: string): AsyncGenerator<Buffer> {
  const modified = secondsOf(chat.clock)
  const tables: Record<string, number> = {}
  for (const [name, plan] of Object.entries(exportedTables)) {
    if (!plan) continue
    const file = await open(spool, 'w+', 0o600)
    try {
      const rows = readExportedRows(chat.database.read, name as keyof ChatTables, realm.id)
      tables[name] = await spoolRows(rows, file)
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
