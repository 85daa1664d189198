import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { project } from './built.ts'
import type { Plot } from './drawing/plot.ts'
import type { Row, Table } from './report.ts'

/** What one bench found, and where. */
export interface BenchResult {
  machine: string
  commit: string
  /** of the machine when the bench began, so that figures of a busy one can be told */
  loadBefore: number
  seconds: number
  rows: Row[]
  tables: Table[]
  plots: Plot[]
}

export type Results = Record<string, BenchResult>

const file = join(project, 'bench/latest.json')

export const readResults = (): Results =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Results) : {}

/** A bench that was not run keeps what it found before. */
export function keepResult(name: string, result: BenchResult): void {
  writeFileSync(file, `${JSON.stringify({ ...readResults(), [name]: result }, null, 1)}\n`)
}

export const describeMachine = () =>
  `Node ${process.version}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB`

export const loadNow = () => loadavg()[0]!

export function describeCommit(): string {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: project, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  try {
    const isClean = git('status', '--porcelain', '--', 'src', 'web', 'bin') === ''
    return `commit ${git('rev-parse', '--short', 'HEAD')}${isClean ? '' : ' and what was not committed'}`
  } catch {
    return 'no commit'
  }
}
