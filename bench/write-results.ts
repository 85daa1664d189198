import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { project } from './built.ts'
import { drawBars } from './drawing/draw-bars.ts'
import { drawLines } from './drawing/draw-lines.ts'
import type { Bar, Plot } from './drawing/plot.ts'
import type { Row, Table } from './report.ts'
import type { BenchResult, Results } from './results.ts'
import { tableOfTargets } from './targets.ts'

const START = '<!-- figures: made by `npm run bench -- --write` -->'
const END = '<!-- end of the figures -->'

/** Tables into latest.md, plots beside it, and both between the marks of RESULTS.md, whose other text is kept. */
export function writeResults(results: Results, order: readonly string[]): void {
  const folder = join(project, 'bench/plots')
  // A plot of what is no longer measured must not stay.
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const benches = order.flatMap((name) => (results[name] ? [[name, results[name]] as const] : []))
  const drawn = [...overviews(benches), ...benches.flatMap(([, { plots }]) => plots)]
  for (const plot of drawn) {
    writeFileSync(join(folder, `${plot.name}.svg`), plot.kind === 'bars' ? drawBars(plot) : drawLines(plot))
  }
  const text = describe(benches, tableOfTargets(results))
  writeFileSync(join(project, 'bench/latest.md'), text)
  const page = join(project, 'bench/RESULTS.md')
  const before = readFileSync(page, 'utf8')
  const [start, end] = [before.indexOf(START), before.indexOf(END)]
  if (start < 0 || end < start) throw new Error(`bench/RESULTS.md has lost its marks: ${START} and ${END}`)
  writeFileSync(page, `${before.slice(0, start + START.length)}\n\n${text}\n${before.slice(end)}`)
}

type Named = readonly [name: string, result: BenchResult]

function describe(benches: readonly Named[], targets: Table): string {
  const parts = ['## Targets', markdown(targets)]
  if (benches.length === 0) return `${parts.join('\n\n')}\n`
  parts.push(
    '## Figures',
    'Where and when each was measured (load: of the machine before it began):',
    markdown({
      title: '',
      head: ['bench', 'machine', 'code', 'load', 'took'],
      rows: benches.map(([name, { machine, commit, loadBefore, seconds }]) => [
        name,
        machine,
        commit,
        loadBefore.toFixed(1),
        `${Math.round(seconds)} s`,
      ]),
    }),
  )
  for (const plot of overviews(benches)) parts.push(picture(plot))
  for (const [name, { rows, tables, plots }] of benches) {
    parts.push(`### ${name}`)
    for (const table of tables) parts.push(`${table.title}:`, markdown(table))
    if (rows.length > 0) parts.push(markdown(tableOf(rows)))
    for (const plot of plots) parts.push(picture(plot))
  }
  return `${parts.join('\n\n')}\n`
}

const picture = ({ title, name }: Plot) => `![${title}](plots/${name}.svg)`

function tableOf(rows: readonly Row[]): Table {
  return {
    title: '',
    head: ['question', 'ours', 'compared with', 'ratio or figure', 'target', ''],
    rows: rows.map(({ question, ours, bare, ratio, target, met }) => {
      const hasTarget = target !== '>= 0'
      const mark = hasTarget ? (met ? 'met' : '**missed**') : ''
      return [question, ours, bare, ratio.toFixed(2), hasTarget ? target : 'none', mark]
    }),
  }
}

function markdown({ head, rows }: Table): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')
}

const SEARCH = 'search'

/** All comparisons with a target in one picture, and all waiting times at half load in another. */
function overviews(benches: readonly Named[]): Plot[] {
  const withoutOwn = benches.filter(([name, { plots }]) => name !== SEARCH && plots.length === 0)
  const rows = withoutOwn.flatMap(([, result]) => result.rows)
  const ratios = rows.filter(({ bare, target }) => bare !== 'not compared' && target.startsWith('>='))
  const waits = rows.filter(({ question }) => question.endsWith('at half load, in ms'))
  const all: Plot[] = [
    {
      kind: 'bars',
      name: 'ratios',
      title: 'Speed, as a part of a bare server that answers the same bytes',
      unit: '1 is the bare server',
      scale: 'linear',
      bars: ratios.map((row) => barOf(row, row.question)),
    },
    {
      kind: 'bars',
      name: 'half-load',
      title: 'p99 at half load',
      unit: 'milliseconds',
      scale: 'linear',
      bars: waits.map((row) => barOf(row, row.question.split(':')[0]!)),
    },
  ]
  return all.filter((plot) => plot.kind === 'bars' && plot.bars.length > 0)
}

function barOf({ ratio, target }: Row, label: string): Bar {
  const [sign, number] = target.split(' ')
  const limit = Number(number)
  return { label, value: ratio, ...(limit > 0 && { target: limit }), atMost: sign === '<=' }
}
