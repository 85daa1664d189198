import type { Load } from './load.ts'

export interface Row {
  question: string
  ours: string
  bare: string
  ratio: number
  target: string
  met: boolean
}

export const rows: Row[] = []

export function report(
  question: string,
  result: { ours: Load; bare: Load; ratio: number },
  least: number,
): void {
  const show = (load: Load) =>
    `${Math.round(load.perSecond)}/s, p50 ${load.p50} ms, p99 ${load.p99} ms${load.errors > 0 ? `, ${load.errors} errors` : ''}`
  reportRow({
    question,
    ours: show(result.ours),
    bare: show(result.bare),
    ratio: result.ratio,
    target: `>= ${least}`,
    met: result.ratio >= least && result.ours.errors === 0,
  })
}

export function reportRow(row: Row): void {
  rows.push(row)
  const mark = row.met ? 'met' : 'missed'
  console.log(`${row.question}: ratio ${row.ratio.toFixed(2)} (target ${row.target}, ${mark})`)
  console.log(`  ours ${row.ours}\n  bare ${row.bare}`)
}
