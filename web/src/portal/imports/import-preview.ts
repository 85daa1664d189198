import { type CsvRow, readCsvRows } from './read-csv-rows.ts'

/** What a person sees of a row: where it is in the file, and what it says. */
export interface PreviewRow {
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
