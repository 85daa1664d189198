import { invalidField } from '../../problem.ts'

export interface CsvRecord {
  /** the line of the file where it starts, counted from 1 */
  line: number
  cells: string[]
}

const separators = [',', ';', '\t']

/**
 * Parses comma-separated values (RFC 4180), with line ends of every kind, also inside quotes. The separator is the one
 * that occurs most often in the first line. Empty lines are skipped.
 */
export function readCsv(text: string): CsvRecord[] {
  const content = text.startsWith('\ufeff') ? text.slice(1) : text
  return splitRecords(content, findSeparator(content))
}

function findSeparator(text: string): string {
  const header = text.split(/[\r\n]/, 1)[0]!.replace(/"[^"]*"/g, '')
  const count = (separator: string) => header.split(separator).length
  return separators.reduce((best, other) => (count(other) > count(best) ? other : best))
}

function splitRecords(text: string, separator: string): CsvRecord[] {
  const records: CsvRecord[] = []
  let cells: string[] = []
  let line = 1
  let begin = 1
  let at = 0
  const endRecord = () => {
    if (cells.length > 1 || cells[0] !== '') records.push({ line: begin, cells })
    cells = []
  }
  while (at < text.length) {
    const cell = text[at] === '"' ? readQuoted(text, at, separator, line) : readPlain(text, at, separator)
    cells.push(cell.value)
    line += cell.lines
    at = cell.end
    if (text[at] === separator) {
      at += 1
      // An empty cell follows the last separator of the file.
      if (at === text.length) cells.push('')
      continue
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at += 1
    at += 1
    line += 1
    endRecord()
    begin = line
  }
  if (cells.length > 0) endRecord()
  return records
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
  if (close < 0) throw invalidField('', `has a quote in line ${line} that is not closed`)
  const end = close + 1
  const value = text.slice(start + 1, close).replaceAll('""', '"')
  const lines = value.split(/\r\n|\r|\n/).length - 1
  if (end < text.length && ![separator, '\r', '\n'].includes(text[end]!)) {
    throw invalidField('', `has text after a closed quote in line ${line + lines}`)
  }
  return { value, end, lines }
}
