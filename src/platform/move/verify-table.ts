import { Checksum } from './checksum.ts'
import { MoveRefused } from './move-refused.ts'
import type { MoveSide } from './move-side.ts'
import type { MovedTable } from './table-rows-store.ts'
import { readPages } from './table-rows-store.ts'

/** Reads both sides again and compares their rows. */
export async function verifyTable(source: MoveSide, target: MoveSide, table: MovedTable): Promise<Checksum> {
  const [before, after] = [await checksumOf(source, table), await checksumOf(target, table)]
  if (before.count === after.count && String(before) === String(after)) return after
  throw new MoveRefused(
    `Table ${table.name} differs after the move: ${before.count} rows with checksum ${before} in the source, ` +
      `${after.count} rows with checksum ${after} in the target. The source has changed since the move began: ` +
      'empty the target, and move again while nothing uses the source.',
  )
}

async function checksumOf({ database }: MoveSide, table: MovedTable): Promise<Checksum> {
  const checksum = new Checksum()
  for await (const page of readPages(database.read, table)) {
    for (const row of page) checksum.add(JSON.stringify(table.columns.map(({ name }) => row[name])))
  }
  return checksum
}
