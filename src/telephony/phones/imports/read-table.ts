import { type Fault, invalid, invalidField } from '../../problem.ts'
import type { ImportColumn, ImportColumns } from './import-columns.ts'
import { addFault, type CsvSource, type ImportRow } from './import-row.ts'
import { type CsvRecord, readCsv } from './read-csv.ts'

/** The rows of a CSV file as objects. Cells are trimmed; an empty cell is an absent field. */
export function readTable(text: string, known: ImportColumns): ImportRow[] {
  const [header, ...records] = readCsv(text)
  if (!header) throw invalidField('', 'is empty: a header line with the names of the fields is expected')
  const columns = readHeader(header, known)
  const names = new Map(columns.map(({ name, column }) => [column.pointer, name]))
  return records.map((record, index) => readRecord(record, index, columns, names))
}

interface NamedColumn {
  name: string
  column: ImportColumn
}

function readHeader({ cells }: CsvRecord, known: ImportColumns): NamedColumn[] {
  const faults: Fault[] = []
  const columns: NamedColumn[] = []
  for (const cell of cells) {
    const name = cell.trim().toLowerCase().replace(/[ -]+/g, '_')
    const column = known.get(name)
    if (!column)
      faults.push({ pointer: cell.trim() || `column ${columns.length + 1}`, detail: 'is not a known column' })
    else if (columns.some((other) => other.name === name))
      faults.push({ pointer: name, detail: 'is there twice' })
    columns.push({ name, column: column ?? { pointer: '', kind: 'text' } })
  }
  if (faults.length > 0) throw invalid(faults)
  return columns
}

function readRecord(
  { line, cells }: CsvRecord,
  index: number,
  columns: readonly NamedColumn[],
  names: CsvSource['columns'],
): ImportRow {
  const value = {}
  const row: ImportRow = { index, value, source: { line, columns: names }, faults: [] }
  if (cells.length > columns.length) {
    addFault(row, { pointer: '', detail: `has ${cells.length} cells, and the header ${columns.length}` })
  }
  for (const [place, { column }] of columns.entries()) {
    const cell = cells[place]?.trim() ?? ''
    if (cell !== '') setField(value, column.pointer, readCell(column, cell))
  }
  return row
}

/** An unreadable value stays a string: the check of the field reports it. */
function readCell({ kind }: ImportColumn, cell: string): string | number | boolean {
  if (kind === 'integer' && /^\d{1,15}$/.test(cell)) return Number(cell)
  if (kind === 'boolean' && /^(true|yes|1)$/i.test(cell)) return true
  if (kind === 'boolean' && /^(false|no|0)$/i.test(cell)) return false
  return cell
}

function setField(object: object, pointer: string, value: unknown): void {
  const names = pointer.split('/').slice(1)
  const last = names.pop()!
  let inner = object as Record<string, unknown>
  for (const name of names) {
    inner[name] ??= {}
    inner = inner[name] as Record<string, unknown>
  }
  inner[last] = value
}
