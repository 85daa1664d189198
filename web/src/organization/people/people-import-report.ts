import { o } from '../../texts/organization-texts.ts'
import type { ImportRow } from './people-import.ts'

/** All rows and what became of them, as a CSV file. */
export function writeReport(rows: readonly ImportRow[]): string {
  const texts = o.peopleImport
  const head = [texts.line, texts.email, texts.name, texts.role, texts.action, texts.result]
  const lines = rows.map(({ line, email, name, role, action, problem, done_at: doneAt }) => [
    String(line),
    email,
    name ?? '',
    role ?? '',
    texts.actions[action],
    problem ?? (doneAt === null ? texts.rowWaiting : texts.rowDone),
  ])
  return `${[head, ...lines].map((cells) => cells.map(cellOf).join(',')).join('\r\n')}\r\n`
}

/** Spreadsheets would run a cell that begins like a formula. */
function cellOf(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}
