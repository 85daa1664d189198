export interface CsvRow {
  /** of the file, from 1: where it begins */
  line: number
  cells: string[]
}

/** The cells of a CSV file, for the preview. The server parses the file itself and reports faults. */
export function readCsvRows(text: string): CsvRow[] {
  const content = text.replace(/^\ufeff/, '')
  const separator = separatorOf(content.split(/[\r\n]/, 1)[0] ?? '')
  const rows: CsvRow[] = []
  const cell = cells[separator]
  cell.lastIndex = 0
  let line = 1
  let row: CsvRow = { line, cells: [] }
  while (cell.lastIndex < content.length) {
    const found = cell.exec(content)
    if (!found) break
    const value = found[1]?.replaceAll('""', '"') ?? found[2] ?? ''
    row.cells.push(value.trim())
    line += value.split(/\r\n|\r|\n/).length - 1
    if (found[3] === separator) continue
    line += 1
    if (row.cells.length > 1 || row.cells[0] !== '') rows.push(row)
    row = { line, cells: [] }
  }
  if (row.cells.length > 0) rows.push(row)
  return rows
}

const cells = {
  ',': /(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r\n|\r|\n|$)/y,
  ';': /(?:"((?:[^"]|"")*)"|([^;\r\n]*))(;|\r\n|\r|\n|$)/y,
  '\t': /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r\n|\r|\n|$)/y,
}

function separatorOf(header: string): keyof typeof cells {
  const count = (separator: string) => header.split(separator).length
  return ([',', ';', '\t'] as const).reduce((best, other) => (count(other) > count(best) ? other : best))
}
