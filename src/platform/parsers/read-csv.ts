import { InvalidInput } from './invalid-input.ts'

export interface CsvRecord {
  /** the line of the file where it starts, counted from 1 */
  line: number
  /** the first ones; see `maxCells` */
  cells: string[]
  /** how many the line has */
  count: number
}

const separators = [',', ';', '\t']

/**
 * Parses comma-separated values (RFC 4180), with line ends of every kind, also inside quotes. The separator is the one
 * that occurs most often in the first line. Empty lines are skipped. Yields a record at a time, so that the caller can
 * stop at its limit. `maxCells` of a record are kept, the others are only counted.
 */
export function* readCsv(text: string, maxCells: () => number): Generator<CsvRecord> {
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
