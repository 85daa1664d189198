import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { sql } from 'kysely'
import { openSqliteExclusively } from './open-sqlite-exclusively.ts'

/** Not enough room on the disk. Shown as its message. */
export class NoRoomToCompact extends Error {}

/** Left free for everything else on the disk. */
const RESERVE_BYTES = 64 * 2 ** 20

/**
 * Writes the file anew without the pages that deleted rows have left. SQLite does it in one transaction: after a crash the
 * file is as before. Meanwhile it takes the new size twice, as a temporary file and in the write-ahead log.
 * `freeBytes`: what the disk has room for.
 */
export async function compactSqlite(
  path: string,
  freeBytes: number,
): Promise<{ before: number; after: number }> {
  const before = statSync(path).size
  const { read, close } = await openSqliteExclusively<object>(path)
  try {
    const pages = async (name: 'page_count' | 'freelist_count' | 'page_size') =>
      Number(Object.values((await sql.raw(`pragma ${name}`).execute(read)).rows[0] as object)[0])
    const used = ((await pages('page_count')) - (await pages('freelist_count'))) * (await pages('page_size'))
    const needed = 2 * used + RESERVE_BYTES
    if (freeBytes < needed) {
      throw new NoRoomToCompact(
        `Compacting ${path} needs ${needed} bytes on its disk, and ${freeBytes} are free. Nothing was changed.`,
      )
    }
    // Beside the data: the folder for temporary files is often in memory.
    await sql.raw(`pragma temp_store_directory = '${dirname(path).replaceAll("'", "''")}'`).execute(read)
    await sql.raw('vacuum').execute(read)
    await sql.raw('pragma wal_checkpoint(truncate)').execute(read)
  } finally {
    await close()
  }
  return { before, after: statSync(path).size }
}
