import { countJson, isDeeperThan, JSON_DEPTH } from '../limits/json-depth.ts'
import { type Fault, InvalidInput } from './invalid-input.ts'

const separators = [',', ';', '\t']

/** Where the cells of a column go in the object, and their type. */
export interface TableColumn {
  /** a JSON pointer */
  pointer: string
  kind: 'text' | 'integer' | 'boolean'
}

export interface RowLimits {
  maxRows: number
}

export interface TableInput extends RowLimits {
  /** a CSV file whose first line names the columns */
  text: string
  /** by name */
  columns: ReadonlyMap<string, TableColumn>
}

export interface ListInput extends RowLimits {
  /** a JSON list */
  text: string
}

export interface ParsedRow {
  value: unknown
  /** of a table: where the row starts, counted from 1 */
  line?: number
  /** of a table, if the row has more cells than the header: how many */
  cells?: number
}

/** Lists of rows as JSON. The main thread parses one chunk at a time, and does other work in between. */
export interface RowChunks {
  chunks: string[]
  /** of a table: the columns of the header */
  names: string[]
}

const ROWS_PER_CHUNK = 200
const MAX_COLUMNS = 1000
const MAX_FAULTS = 100
/** More than any object has that can be imported. */
const MAX_VALUES_PER_ROW = 1000

/** The rows of a CSV file as objects. Cells are trimmed; an empty cell is an absent field. */
export function parseTable({ text, columns: known, maxRows }: TableInput): RowChunks {
  checkText(text)
  let columns: TableColumn[] | undefined
  let names: string[] = []
  const rows = new RowWriter(maxRows)
  for (const record of readCsv(text, () => columns?.length ?? MAX_COLUMNS)) {
    if (columns) {
      rows.add(readRecord(record, columns))
      continue
    }
    names = readHeader(record, known)
    columns = names.map((name) => known.get(name)!)
  }
  if (!columns) throw new InvalidInput('is empty: a header line with the names of the fields is expected')
  return { chunks: rows.end(), names }
}

/** The items of a JSON list. They are counted before any of them is built. */
export function parseList({ text, maxRows }: ListInput): RowChunks {
  checkText(text)
  if (isDeeperThan(text, JSON_DEPTH)) {
    throw new InvalidInput(`is nested too deeply: at most ${JSON_DEPTH} levels are possible`)
  }
  const { items, maxValues } = countJson(text)
  if (items > maxRows) throw tooManyRows(maxRows)
  if (maxValues > MAX_VALUES_PER_ROW) {
    throw new InvalidInput(`has a row with more than ${MAX_VALUES_PER_ROW} values`)
  }
  const rows = new RowWriter(maxRows)
  for (const value of parseJsonList(text)) rows.add({ value })
  return { chunks: rows.end(), names: [] }
}

function parseJsonList(text: string): unknown[] {
  let list: unknown
  try {
    list = JSON.parse(text)
  } catch (error) {
    throw new InvalidInput(`is not valid JSON: ${(error as Error).message}`)
  }
  if (!Array.isArray(list)) throw new InvalidInput('must be a list')
  return list
}

function checkText(text: string): void {
  // Invalid UTF-8 was decoded to this character.
  if (text.includes('\ufffd')) throw new InvalidInput('must be encoded in UTF-8')
  if (text.includes('\0') || text.includes('\\u0000')) {
    throw new InvalidInput('must not contain null characters')
  }
}

const tooManyRows = (maxRows: number) =>
  new InvalidInput(`has too many rows: at most ${maxRows} are possible`)

class RowWriter {
  readonly #maxRows: number
  readonly #chunks: string[] = []
  #rows: ParsedRow[] = []
  #count = 0

  constructor(maxRows: number) {
    this.#maxRows = maxRows
  }

  add(row: ParsedRow): void {
    this.#count += 1
    if (this.#count > this.#maxRows) throw tooManyRows(this.#maxRows)
    this.#rows.push(row)
    if (this.#rows.length === ROWS_PER_CHUNK) this.#write()
  }

  end(): string[] {
    if (this.#rows.length > 0) this.#write()
    if (this.#count === 0) throw new InvalidInput('has no rows')
    return this.#chunks
  }

  #write(): void {
    this.#chunks.push(JSON.stringify(this.#rows))
    this.#rows = []
  }
}

function readHeader({ cells, count }: CsvRecord, known: TableInput['columns']): string[] {
  if (count > MAX_COLUMNS) throw new InvalidInput(`has ${count} columns: at most ${MAX_COLUMNS} are possible`)
  const faults: Fault[] = []
  const names = new Set<string>()
  for (const [place, cell] of cells.entries()) {
    const name = cell.trim().toLowerCase().replace(/[ -]+/g, '_')
    if (!known.has(name)) {
      faults.push({
        pointer: cell.trim().slice(0, 100) || `column ${place + 1}`,
        detail: 'is not a known column',
      })
    } else if (names.has(name)) faults.push({ pointer: name, detail: 'is there twice' })
    names.add(name)
  }
  if (faults.length > 0) throw new InvalidInput(faults[0]!.detail, faults.slice(0, MAX_FAULTS))
  return [...names]
}

function readRecord({ line, cells, count }: CsvRecord, columns: readonly TableColumn[]): ParsedRow {
  const value = {}
  for (const [place, column] of columns.entries()) {
    const cell = cells[place]?.trim() ?? ''
    if (cell !== '') setField(value, column.pointer, readCell(column, cell))
  }
  return { value, line, ...(count > columns.length && { cells: count }) }
}

/** An unreadable value stays a string: the check of the field reports it. */
function readCell({ kind }: TableColumn, cell: string): string | number | boolean {
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

interface CsvRecord {
  /** the line of the file where it starts, counted from 1 */
  line: number
  /** the first ones; see `maxCells` */
  cells: string[]
  /** how many the line has */
  count: number
}

/**
 * Parses comma-separated values (RFC 4180), with line ends of every kind, also inside quotes. The separator is the one
 * that occurs most often in the first line. Empty lines are skipped. Yields a record at a time, so that the caller can
 * stop at its limit. `maxCells` of a record are kept, the others are only counted.
 */
function* readCsv(text: string, maxCells: () => number): Generator<CsvRecord> {
  const content = text.startsWith('\ufeff') ? text.slice(1) : text
  const separator = findSeparator(content)
  let cells: string[] = []
  let count = 0
  let line = 1
  let begin = 1
  let at = 0
  const add = (value: string) => {
    count += 1
    if (count <= maxCells()) cells.push(value)
  }
  while (at < content.length) {
    const cell =
      content[at] === '"' ? readQuoted(content, at, separator, line) : readPlain(content, at, separator)
    add(cell.value)
    line += cell.lines
    at = cell.end
    const isLast = content[at] !== separator
    if (!isLast) {
      at += 1
      // An empty cell follows the last separator of the file.
      if (at < content.length) continue
      add('')
    }
    if (count > 1 || cells[0] !== '') yield { line: begin, cells, count }
    cells = []
    count = 0
    if (isLast) at += content[at] === '\r' && content[at + 1] === '\n' ? 2 : 1
    line += 1
    begin = line
  }
}

function findSeparator(text: string): string {
  const header = text.split(/[\r\n]/, 1)[0]!.replace(/"[^"]*"/g, '')
  const count = (separator: string) => header.split(separator).length
  return separators.reduce((best, other) => (count(other) > count(best) ? other : best))
}

interface Cell {
  value: string
  /** the index of the separator, the line end or the end of the text */
  end: number
  /** line ends inside it */
  lines: number
}

function readPlain(text: string, start: number, separator: string): Cell {
  let end = start
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1
  return { value: text.slice(start, end), end, lines: 0 }
}

function readQuoted(text: string, start: number, separator: string, line: number): Cell {
  let close = text.indexOf('"', start + 1)
  while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2)
  if (close < 0) throw new InvalidInput(`has a quote in line ${line} that is not closed`)
  const end = close + 1
  const value = text.slice(start + 1, close).replaceAll('""', '"')
  const lines = value.split(/\r\n|\r|\n/).length - 1
  if (end < text.length && ![separator, '\r', '\n'].includes(text[end]!)) {
    throw new InvalidInput(`has text after a closed quote in line ${line + lines}`)
  }
  return { value, end, lines }
}
