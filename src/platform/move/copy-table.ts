import { findProgress, recordProgress } from './move-progress-store.ts'
import type { MoveSide } from './move-side.ts'
import type { MovedTable } from './table-rows-store.ts'
import { clearTable, insertRows, keyOf, readPages } from './table-rows-store.ts'

/** Continues where an earlier run stopped. Returns the number of rows copied. */
export async function copyTable(
  source: MoveSide,
  target: MoveSide,
  tables: { source: MovedTable; target: MovedTable },
  onPage: (rows: number) => void,
): Promise<number> {
  const { name } = tables.source
  const progress = await findProgress(target.database.read, name)
  if (progress?.isDone) return 0
  let lastKey = progress?.lastKey ?? null
  let rows = 0
  for await (const page of readPages(source.database.read, tables.source, lastKey ?? undefined)) {
    const isFirst = lastKey === null
    const last = page.at(-1)
    if (last) lastKey = keyOf(tables.source, last)
    await target.database.read.transaction().execute(async (db) => {
      // A migration may have inserted rows.
      if (isFirst) await clearTable(db, tables.target)
      await insertRows(db, tables.target, page)
      await recordProgress(db, name, { lastKey, isDone: false })
    })
    rows += page.length
    onPage(rows)
  }
  await recordProgress(target.database.read, name, { lastKey, isDone: true })
  return rows
}
