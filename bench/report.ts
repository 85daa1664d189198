import { type CpuTime, describeCost, microseconds } from './cpu-time.ts'
import { say } from './progress.ts'
import type { Goal } from './targets.ts'

export interface Row {
  question: string
  ours: string
  /** what it is compared with */
  bare?: string
  /** a ratio, or what the question asks for */
  figure: number
  /** CPU time of the server for one operation, by thread */
  cost?: CpuTime
  /** that of the bare server */
  bareCost?: number
  /** responses that were errors: with any, no target is met */
  errors?: number
  target?: string
  isMet?: boolean
  /** the line in the table of targets */
  goal?: Goal
}

/** Figures that are no comparison with a target. */
export interface Table {
  title: string
  head: readonly string[]
  rows: readonly (readonly string[])[]
}

/** What the benchmark that runs has found so far. */
export const found: { rows: Row[]; tables: Table[] } = { rows: [], tables: [] }

export function reportRow(row: Row): void {
  const isMet = row.isMet && !row.errors
  found.rows.push({ ...row, ...(row.target && { isMet: isMet === true }) })
  const verdict = row.target ? ` (target ${row.target}, ${isMet ? 'met' : 'missed'})` : ''
  say(`${row.question}: ${row.figure.toFixed(2)}${verdict}`)
  say(`  ours ${row.ours}${row.cost ? `; CPU ${describeCost(row.cost)}` : ''}`)
  if (row.bare) say(`  compared with ${row.bare}${row.bareCost ? `; CPU ${microseconds(row.bareCost)}` : ''}`)
}

export function reportTable(table: Table): void {
  found.tables.push(table)
  say(`\n${table.title}`)
  const widths = table.head.map((head, column) =>
    Math.max(head.length, ...table.rows.map((row) => row[column]?.length ?? 0)),
  )
  for (const row of [table.head, ...table.rows]) {
    say(`  ${row.map((cell, column) => cell.padEnd(widths[column]!)).join('  ')}`)
  }
}
