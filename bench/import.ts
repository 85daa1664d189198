import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { project } from './built.ts'
import { processorSeconds } from './process-usage.ts'
import { step } from './progress.ts'
import { reportTable } from './report.ts'
import { writeSlackExport } from './slack-export.ts'

/** How long does a team wait that moves in, and does the memory grow with its history? */
export async function benchImport(most: number): Promise<void> {
  const rows: string[][] = []
  for (const messages of [most / 10, most]) {
    const folder = mkdtempSync(join(tmpdir(), 'switchboard-bench-import-'))
    try {
      const [source, dataDir] = [join(folder, 'slack'), join(folder, 'data')]
      for (const path of [source, dataDir]) mkdirSync(path)
      step(`writing an export of ${messages.toLocaleString('en')} messages`)
      writeSlackExport(source, messages)
      step(`importing ${messages.toLocaleString('en')} messages`)
      rows.push([messages.toLocaleString('en'), ...(await runImport(source, dataDir))])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  reportTable({
    title: 'Moving in from Slack (SQLite)',
    head: ['messages', 'imported within', 'processor time', 'most memory'],
    rows,
  })
}

const EVERY_MS = 100

async function runImport(source: string, dataDir: string): Promise<string[]> {
  const began = performance.now()
  const child = spawn(process.execPath, [join(project, 'bin/switchboard.js'), 'import', source], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  let [seconds, kilobytes] = [0, 0]
  const watch = setInterval(() => {
    seconds = Math.max(seconds, processorSeconds(child.pid!))
    kilobytes = Math.max(kilobytes, peakKilobytes(child.pid!))
  }, EVERY_MS)
  const code = await new Promise((done) => child.once('close', done))
  clearInterval(watch)
  if (code !== 0) throw new Error(`switchboard import failed with code ${code}`)
  const elapsed = (performance.now() - began) / 1000
  return [`${elapsed.toFixed(0)} s`, `${seconds.toFixed(0)} s`, `${Math.round(kilobytes / 1024)} MB`]
}

/** As the kernel remembers it. */
function peakKilobytes(pid: number): number {
  try {
    return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}
