import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readLines } from '../../../platform/files/read-lines.ts'
import { ImportRefused } from './import-refused.ts'

export type ArchiveRow = Record<string, string | number | null>

export interface ArchiveRowsPlan {
  /** the folder of the archive */
  folder: string
  table: string
  /** the columns of the table, as the database describes them */
  columns: ReadonlySet<string>
  /** how many rows the manifest states */
  count: number
  /** changes a line before it is parsed */
  translate(line: string): string
}

/** The rows of one table, some at a time. Names the file and the line of what is not a row. */
export async function* readArchiveRows(plan: ArchiveRowsPlan): AsyncGenerator<ArchiveRow[]> {
  const file = `tables/${plan.table}.jsonl`
  const path = join(plan.folder, file)
  let count = 0
  if (existsSync(path)) {
    for await (const lines of readLines(path)) {
      count += lines.length
      yield lines.map(({ number, line }) => readRow(plan, plan.translate(line), `${file}, line ${number}`))
    }
  }
  if (count !== plan.count) {
    throw new ImportRefused(
      `${file} has ${count} rows, but manifest.json states ${plan.count}. It is incomplete.`,
    )
  }
}

function readRow({ columns, table }: ArchiveRowsPlan, line: string, place: string): ArchiveRow {
  const row = parse(line)
  if (typeof row !== 'object' || row === null || Array.isArray(row)) {
    throw new ImportRefused(`${place}: this is not a row in JSON.`)
  }
  for (const [name, value] of Object.entries(row)) {
    if (!columns.has(name)) throw new ImportRefused(`${place}: ${table} has no column '${name}'.`)
    const isValue = value === null || typeof value === 'string' || Number.isSafeInteger(value)
    if (!isValue || (typeof value === 'string' && value.includes('\0'))) {
      throw new ImportRefused(`${place}: '${name}' has an invalid value.`)
    }
  }
  return row as ArchiveRow
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
