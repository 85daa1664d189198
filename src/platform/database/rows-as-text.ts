import { type RawBuilder, sql } from 'kysely'

/** All rows as one text. For SQLite only: its driver takes longer for each value of each row than for reading that. */
export const rowsAsText = (columns: readonly string[]): RawBuilder<string> =>
  sql<string>`json_group_array(json_array(${sql.join(columns.map((name) => sql.ref(name)))}))`

/** The rows of such a text; the columns in the same order, with or without the name of their table. */
export function rowsOfText<Row>(text: string, columns: readonly string[]): Row[] {
  const names = columns.map((name) => name.slice(name.lastIndexOf('.') + 1))
  return (JSON.parse(text) as unknown[][]).map((values) => {
    const row: Record<string, unknown> = {}
    for (let index = 0; index < names.length; index += 1) row[names[index]!] = values[index]
    return row as Row
  })
}
