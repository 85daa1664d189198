import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

type Row = Record<string, unknown>

/** Runs in its own process: the library keeps a closed file open, and a move needs exclusive access. */
export function querySqlite(path: string, ...statements: string[]): Row[][] {
  const script = join(import.meta.dirname, 'run-sqlite-statements.js')
  const answer = execFileSync(process.execPath, [script, path], {
    input: JSON.stringify(statements),
    maxBuffer: 2 ** 30,
  })
  return JSON.parse(answer.toString())
}
