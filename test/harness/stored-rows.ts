import { join } from 'node:path'
import { Client, types } from 'pg'
import type { Place } from './engines.ts'
import { querySqlite } from './query-sqlite.ts'

// As the server reads them.
types.setTypeParser(types.builtins.INT8, Number)

export type StoredRows = Map<string, string[]>

/** What only one of the engines has, and what is made again there. */
const ownForms =
  /^(migrations|history|contents|content_chunks|search_marks|message_(index|tokens).*|sqlite_.*)$/

/** Every row of every table of both products, each as JSON with sorted columns, in an order that both engines share. */
export async function storedRows(place: Place): Promise<StoredRows> {
  const found: StoredRows = new Map()
  for (const product of ['chat', 'telephony']) {
    const tables = await (place.databaseUrl
      ? rowsOfPostgres(place.databaseUrl, product)
      : rowsOfSqlite(join(place.dataDir, `${product}.db`)))
    for (const [name, rows] of tables) {
      found.set(`${product}.${name}`, rows.map((row) => JSON.stringify(row, Object.keys(row).sort())).sort())
    }
  }
  if (found.size < 60) throw new Error(`${found.size} tables cannot be all`)
  return found
}

type Tables = Map<string, Record<string, unknown>[]>

async function rowsOfPostgres(url: string, schema: string): Promise<Tables> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query(
      'select table_name as name from information_schema.tables where table_schema = $1',
      [schema],
    )
    const tables: Tables = new Map()
    for (const { name } of rows.filter((row) => !ownForms.test(row.name))) {
      const all = await client.query(`select * from ${schema}.${name}`)
      tables.set(name, all.rows)
    }
    return tables
  } finally {
    await client.end()
  }
}

function rowsOfSqlite(path: string): Tables {
  const names = tableNames(path)
  const rows = querySqlite(path, ...names.map((name) => `select * from ${name}`))
  return new Map(names.map((name, index) => [name, rows[index]!]))
}

/** Puts a row into every table that has none, so that none can be forgotten unnoticed. Answers with how many tables that were. */
export function fillEmptyTables({ dataDir }: Place): number {
  let filled = 0
  for (const product of ['chat', 'telephony']) {
    const path = join(dataDir, `${product}.db`)
    const names = [...rowsOfSqlite(path)].filter(([, rows]) => rows.length === 0).map(([name]) => name)
    const columns = querySqlite(
      path,
      ...names.map((name) => `select name, type from pragma_table_info('${name}')`),
    )
    const inserts = names.map((name, index) => {
      const values = columns[index]!.map(({ type }) => exampleValues[(type as string).toLowerCase()])
      return `insert into ${name} (${columns[index]!.map((column) => `"${column.name}"`).join()}) values (${values.join()})`
    })
    querySqlite(path, ...inserts)
    filled += names.length
  }
  return filled
}

const exampleValues: Record<string, string> = {
  text: `'ä "x"\u{1f600}\n'`,
  integer: '1',
  bigint: String(Number.MAX_SAFE_INTEGER),
}

function tableNames(path: string): string[] {
  const [rows] = querySqlite(path, "select name from sqlite_master where type = 'table'")
  return rows!.map(({ name }) => name as string).filter((name) => !ownForms.test(name))
}
