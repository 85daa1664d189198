import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { describeCost, microseconds } from './cpu-time.ts'
import type { Row, Table } from './report.ts'
import { project } from './servers.ts'
import { type Goal, showFigure, targets } from './targets.ts'

/** What one benchmark found, and where. */
export interface BenchResult {
  machine: string
  commit: string
  /** of the machine when the benchmark began: figures of a busy machine mean little */
  loadBefore: number
  seconds: number
  rows: Row[]
  tables: Table[]
}

export type Results = Record<string, BenchResult>

const file = join(project, 'bench/latest.json')
const START = '<!-- figures: written by `npm run bench -- --write` -->'
const END = '<!-- end of the figures -->'

export const readResults = (): Results =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Results) : {}

/** Writes the results to bench/latest.json, and their tables between the marks of bench/RESULTS.md. */
export function writeResults(results: Results): void {
  writeFileSync(file, `${JSON.stringify(results, null, 1)}\n`)
  const path = join(project, 'bench/RESULTS.md')
  const before = readFileSync(path, 'utf8')
  const [start, end] = [before.indexOf(START), before.indexOf(END)]
  if (start < 0 || end < start) throw new Error(`bench/RESULTS.md has lost its marks: ${START} and ${END}`)
  const text = describe(results)
  writeFileSync(path, `${before.slice(0, start + START.length)}\n\n${text}\n\n${before.slice(end)}`)
}

export const loadNow = () => loadavg()[0]!

/** Where and on which code something is measured. */
export function describeRun(): Pick<BenchResult, 'machine' | 'commit'> {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: project, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  let commit = 'no commit'
  try {
    const isClean = git('status', '--porcelain', '--', 'src', 'web', 'bin') === ''
    commit = `commit ${git('rev-parse', '--short', 'HEAD')}${isClean ? '' : ' with local changes'}`
  } catch {
    // A release archive has no history.
  }
  const memory = Math.round(totalmem() / 2 ** 30)
  return { commit, machine: `Node ${process.version}, ${cpus().length} cores, ${memory} GB` }
}

function describe(results: Results): string {
  const benchmarks = Object.entries(results)
  const parts = ['## Targets', markdown(tableOfTargets(results))]
  if (benchmarks.length === 0) return [...parts, 'No benchmark has been run on this code yet.'].join('\n\n')
  parts.push(
    '## Figures',
    'Where each was measured, and the load of the machine before it began:',
    markdown({
      head: ['benchmark', 'machine', 'code', 'load', 'took'],
      rows: benchmarks.map(([name, { machine, commit, loadBefore, seconds }]) => [
        name,
        machine,
        commit,
        loadBefore.toFixed(1),
        `${Math.round(seconds)} s`,
      ]),
    }),
  )
  for (const [name, { rows, tables }] of benchmarks) {
    parts.push(`### ${name}`)
    for (const table of tables) parts.push(`${table.title}:`, markdown(table))
    if (rows.length > 0) parts.push(markdown(tableOfRows(rows)))
  }
  return parts.join('\n\n')
}

function tableOfRows(rows: readonly Row[]): Cells {
  return {
    head: ['question', 'ours', 'CPU time', 'compared with', 'its CPU time', 'ratio or figure', 'target', ''],
    rows: rows.map(({ question, ours, cost, bare, bareCost, figure, target, isMet }) => [
      question,
      ours,
      cost ? describeCost(cost) : '',
      bare ?? '',
      bareCost === undefined ? '' : microseconds(bareCost),
      figure.toFixed(2),
      target ?? 'none',
      target ? verdict(isMet) : '',
    ]),
  }
}

/** All targets, with what was found. */
function tableOfTargets(results: Results): Cells {
  const rows = Object.values(results).flatMap((result) => result.rows)
  return {
    head: ['work', 'figure', 'target', ''],
    rows: (Object.keys(targets) as Goal[]).map((goal) => {
      const limits: { atLeast?: number; atMost?: number } = targets[goal]
      const target = limits.atMost === undefined ? `>= ${limits.atLeast}` : `<= ${limits.atMost}`
      const row = rows.find((one) => one.goal === goal)
      const figure = row ? showFigure(goal, row.figure) : 'not measured'
      return [targets[goal].work, figure, target, row ? verdict(row.isMet) : '']
    }),
  }
}

const verdict = (isMet: boolean | undefined) => (isMet ? 'met' : '**missed**')

type Cells = Pick<Table, 'head' | 'rows'>

export function markdown({ head, rows }: Cells): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
