import type { FastifyRequest } from 'fastify'
import type { ParsedRow } from '../../../platform/parsers/parse-rows.ts'
import { parseFile } from '../../http/parse-body.ts'
import type { Actor } from '../../identity/actor.ts'
import { Problem } from '../../problem.ts'
import type { ImportColumns } from './import-columns.ts'
import { addFault, type ImportRow } from './import-row.ts'
import { yieldToEventLoop } from './yield-to-event-loop.ts'

export const IMPORT_BYTES = 5 * 1024 * 1024
const MAX_ROWS = 10_000

/** The objects in a request: a CSV file, or a JSON list. A thread parses them, and counts them before. */
export async function readImport(
  request: FastifyRequest,
  { company }: Actor,
  text: string,
  known: ImportColumns,
): Promise<ImportRow[]> {
  const { chunks, names } = await (isJson(request)
    ? parseFile(company, { format: 'list', text, maxRows: MAX_ROWS })
    : parseFile(company, { format: 'table', text, columns: known, maxRows: MAX_ROWS }))
  const columns = new Map(names.map((name) => [known.get(name)!.pointer, name]))
  const rows: ImportRow[] = []
  for (const chunk of chunks) {
    for (const parsed of JSON.parse(chunk) as ParsedRow[]) rows.push(rowOf(parsed, rows.length, columns))
    await yieldToEventLoop()
  }
  return rows
}

function isJson({ headers }: FastifyRequest): boolean {
  const type = (headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase()
  if (type === 'application/json') return true
  if (['text/csv', 'text/tab-separated-values', 'text/plain'].includes(type)) return false
  throw new Problem(415, 'The content type must be text/csv or application/json')
}

function rowOf(
  { value, line, cells }: ParsedRow,
  index: number,
  columns: ReadonlyMap<string, string>,
): ImportRow {
  if (line === undefined) return { index, value, faults: [] }
  const row: ImportRow = { index, value, source: { line, columns }, faults: [] }
  if (cells !== undefined) {
    addFault(row, { pointer: '', detail: `has ${cells} cells, and the header ${columns.size}` })
  }
  return row
}
