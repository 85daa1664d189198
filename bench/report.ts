import type { Plot } from './drawing/plot.ts'
import type { Load } from './load.ts'
import { say } from './progress.ts'
import { type Goal, judge } from './targets.ts'

export interface Row {
  question: string
  ours: string
  bare: string
  ratio: number
  target: string
  met: boolean
  /** the line of the target table that this is */
  goal?: Goal
}

/** Figures that are no comparison with a target. */
export interface Table {
  title: string
  head: readonly string[]
  rows: readonly (readonly string[])[]
}

export const rows: Row[] = []
export const tables: Table[] = []
export const plots: Plot[] = []

export function report(
  question: string,
  result: { ours: Load; bare: Load; ratio: number },
  aim: Goal | number,
): void {
  const show = (load: Load) =>
    `${Math.round(load.perSecond)}/s, p50 ${load.p50.toFixed(1)} ms, p99 ${load.p99.toFixed(1)} ms${load.errors > 0 ? `, ${load.errors} errors` : ''}`
  const judged =
    typeof aim === 'number' ? { target: `>= ${aim}`, met: result.ratio >= aim } : judge(aim, result.ratio)
  reportRow({
    question,
    ours: show(result.ours),
    bare: show(result.bare),
    ratio: result.ratio,
    ...judged,
    met: judged.met && result.ours.errors === 0,
  })
}

export function reportRow(row: Row): void {
  rows.push(row)
  const mark = row.met ? 'met' : 'missed'
  say(`${row.question}: ratio ${row.ratio.toFixed(2)} (target ${row.target}, ${mark})`)
  say(`  ours ${row.ours}\n  bare ${row.bare}`)
}

export function reportTable(table: Table): void {
  tables.push(table)
  say(`\n${table.title}`)
  const widths = table.head.map((head, column) =>
    Math.max(head.length, ...table.rows.map((row) => row[column]?.length ?? 0)),
  )
  for (const row of [table.head, ...table.rows]) {
    say(`  ${row.map((cell, column) => cell.padEnd(widths[column]!)).join('  ')}`)
  }
}

export function reportPlot(plot: Plot): void {
  plots.push(plot)
}
