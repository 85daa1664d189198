const cells = {
  ',': /(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r\n|\r|\n|$)/y,
  ';': /(?:"((?:[^"]|"")*)"|([^;\r\n]*))(;|\r\n|\r|\n|$)/y,
  '\t': /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r\n|\r|\n|$)/y,
}

/** What a person sees of a row: where it is in the file, and what it says. */
interface PreviewRow {
  place: number
  content: string
}

export interface ImportPreview {
  isTable: boolean
  rows: PreviewRow[]
}

export function previewOf(text: string, isJson: boolean): ImportPreview {
  return { isTable: !isJson, rows: isJson ? previewOfList(text) : previewOfTable(text) }
}

function previewOfTable(text: string): PreviewRow[] {
  const [, ...rows] = readCsvRows(text)
  return rows.map(({ line, cells }: CsvRow) => ({ place: line, content: cells.filter(Boolean).join(' · ') }))
}

function previewOfList(text: string): PreviewRow[] {
  try {
    const list: unknown = JSON.parse(text)
    if (!Array.isArray(list)) return []
    return list.map((item, index) => ({ place: index + 1, content: leavesOf(item).join(' · ') }))
  } catch {
    return []
  }
}

function leavesOf(value: unknown): string[] {
  if (value === null || value === undefined || value === '') return []
  return typeof value === 'object' ? Object.values(value).flatMap(leavesOf) : [String(value)]
}

interface CsvRow {
  /** of the file, from 1: where it begins */
  line: number
  cells: string[]
}

/** The cells of a CSV file, for the preview. The server parses the file itself and reports faults. */
function readCsvRows(text: string): CsvRow[] {
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

function separatorOf(header: string): keyof typeof cells {
  const count = (separator: string) => header.split(separator).length
  return ([',', ';', '\t'] as const).reduce((best, other) => (count(other) > count(best) ? other : best))
}
