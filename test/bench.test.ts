import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import type { Results } from '../bench/write-results.ts'
import { build } from '../build.js'
import { buildSwitchboard, root } from './harness/build-switchboard.ts'
import { buildWeb } from './harness/web/build-web.ts'

/** A few seconds each on a quiet machine. */
const TIMEOUT_MS = 1_800_000

test(
  'each benchmark runs in its smallest size, without errors, and finds figures',
  async () => {
    await buildSwitchboard()
    await buildWeb()
    await build(['bench'])
    const folder = mkdtempSync(join(tmpdir(), 'switchboard-bench-'))
    const file = join(folder, 'results.json')
    const run = promisify(execFile)(
      process.execPath,
      ['dist-bench/bench/run.js', '--smoke', `--json=${file}`],
      { cwd: root, maxBuffer: 2 ** 26 },
    )
    // It continues after a benchmark that failed, and says why.
    const { stdout } = await run.catch((error: { stdout: string; stderr: string }) => {
      throw new Error(`${error.stdout}\n${error.stderr}`)
    })
    const results = JSON.parse(readFileSync(file, 'utf8')) as Results
    rmSync(folder, { recursive: true, force: true })
    const skipped = [...stdout.matchAll(/^# (\S+) .*\n(skipped without .*)$/gm)]
    for (const [, name, why] of skipped) console.log(`benchmark ${name}: ${why}`)
    const started = [...stdout.matchAll(/^# (\S+) \(/gm)].map(([, name]) => name)
    expect(started).toEqual(expect.arrayContaining(['send', 'peers']))
    expect([...Object.keys(results), ...skipped.map(([, name]) => name)].sort()).toEqual(started.sort())
    for (const { rows, tables } of Object.values(results)) {
      expect(rows.length + tables.length).toBeGreaterThan(0)
      expect(rows.filter(({ figure }) => !Number.isFinite(figure))).toEqual([])
      expect(rows.filter(({ errors }) => errors)).toEqual([])
      expect(tables.filter((table) => table.rows.length === 0)).toEqual([])
      expect(tables.flatMap((table) => table.rows.flat()).join()).not.toMatch(/NaN|Infinity|undefined/)
    }
    const parts = results.send!.rows.flatMap(({ cost }) => Object.keys(cost ?? {}))
    expect(parts).toEqual(expect.arrayContaining(['main', 'SQLite writer', 'other threads', 'PostgreSQL']))
  },
  TIMEOUT_MS,
)
