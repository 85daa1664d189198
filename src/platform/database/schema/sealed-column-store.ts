import { sql } from 'kysely'
import type { AnyHandle } from '../any-handle.ts'

/** The columns in which a product stores values that are encrypted with the secret key. */
export interface SealedColumns {
  table: string
  key: readonly string[]
  columns: readonly string[]
  /** only events of this type; the values are JSON, in which each string named `sealed_...` is encrypted */
  eventType?: string
}

const ROWS_AT_ONCE = 500

/** Replaces every value with the result of `change`; unchanged values are not written. Returns the number of values. */
export async function changeSealed(
  db: AnyHandle,
  { table, key, columns, eventType }: SealedColumns,
  change: (sealed: string) => string,
): Promise<number> {
  let count = 0
  const counted = (sealed: string) => {
    count += 1
    return change(sealed)
  }
  const changeValue = (value: string) =>
    eventType === undefined ? counted(value) : JSON.stringify(changeInside(JSON.parse(value), counted))
  let last: Record<string, string | number> | undefined
  for (;;) {
    let query = db.selectFrom(table).select([...key, ...columns])
    if (eventType !== undefined) query = query.where('type', '=', eventType)
    const after = last
    if (after) {
      const [names, values] = [key.map((name) => sql.ref(name)), key.map((name) => after[name])]
      query = query.where(sql<boolean>`(${sql.join(names)}) > (${sql.join(values)})`)
    }
    for (const name of key) query = query.orderBy(name)
    const rows = await query.limit(ROWS_AT_ONCE).execute()
    for (const row of rows) {
      const changed: Record<string, string> = {}
      for (const name of columns) {
        const value = row[name] === null ? null : changeValue(row[name])
        if (value !== null && value !== row[name]) changed[name] = value
      }
      if (Object.keys(changed).length === 0) continue
      let update = db.updateTable(table).set(changed)
      for (const name of key) update = update.where(name, '=', row[name])
      await update.execute()
    }
    if (rows.length < ROWS_AT_ONCE) return count
    last = rows.at(-1)
  }
}

function changeInside(value: unknown, change: (sealed: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => changeInside(item, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      name.startsWith('sealed_') && typeof item === 'string' ? change(item) : changeInside(item, change),
    ]),
  )
}
