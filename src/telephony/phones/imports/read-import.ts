import type { FastifyRequest } from 'fastify'
import { parseBody } from '../../http/parse-body.ts'
import { invalidField, Problem } from '../../problem.ts'
import type { ImportColumns } from './import-columns.ts'
import type { ImportRow } from './import-row.ts'
import { readTable } from './read-table.ts'

export const IMPORT_BYTES = 5 * 1024 * 1024
const MOST_ROWS = 10_000

/** The objects in a request: a CSV file, or a JSON list. */
export function readImport(request: FastifyRequest, text: string, columns: ImportColumns): ImportRow[] {
  // Invalid UTF-8 was decoded to this character.
  if (text.includes('\ufffd')) throw invalidField('', 'must be encoded in UTF-8')
  if (text.includes('\0') || /\\u0000/.test(text)) throw invalidField('', 'must not contain null characters')
  const rows = isJson(request) ? readList(text) : readTable(text, columns)
  if (rows.length === 0) throw invalidField('', 'has no rows')
  if (rows.length > MOST_ROWS)
    throw invalidField('', `has ${rows.length} rows; at most ${MOST_ROWS} are possible`)
  return rows
}

function isJson({ headers }: FastifyRequest): boolean {
  const type = (headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase()
  if (type === 'application/json') return true
  if (['text/csv', 'text/tab-separated-values', 'text/plain'].includes(type)) return false
  throw new Problem(415, 'The content type must be text/csv or application/json')
}

function readList(text: string): ImportRow[] {
  const list = parseBody(text)
  if (!Array.isArray(list)) throw invalidField('', 'must be a list')
  return list.map((value, index) => ({ index, value, faults: [] }))
}
