import { type RawBuilder, sql } from 'kysely'

/**
 * All rows as one JSON text. For SQLite only: its driver takes longer per value of each row than parsing this text
 * does.
 */
export const rowsAsText = (columns: readonly string[]): RawBuilder<string> =>
  sql<string>`json_group_array(json_array(${sql.join(columns.map((name) => sql.ref(name)))}))`

/** Parses such a text. The columns are in the same order, with or without their table's name. */
export function rowsOfText<Row>(text: string, columns: readonly string[]): Row[] {
  const names = columns.map((name) => name.slice(name.lastIndexOf('.') + 1))
  return (JSON.parse(text) as unknown[][]).map((values) => {
    const row: Record<string, unknown> = {}
    for (let index = 0; index < names.length; index += 1) row[names[index]!] = values[index]
    return row as Row
  })
}
