import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from '../../debian-packages.js'
import { freeSipPort } from './free-sip-port.ts'

/**
 * Runs a scenario of SIPp once, or for each row, whose fields it can use. The status is the last that the server answered
 * with, 0 for none.
 */
export async function runSipp(
  sipPort: number,
  scenario: string,
  rows: readonly (readonly string[])[] = [],
): Promise<{ passed: boolean; status: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-sipp-'))
  try {
    const file = join(folder, 'scenario.xml')
    const messages = join(folder, 'messages.log')
    writeFileSync(file, scenario)
    const args = [`127.0.0.1:${sipPort}`, '-sf', file, '-i', '127.0.0.1', '-nostdin']
    args.push('-p', String(await freeSipPort()), '-timeout', String(10 + rows.length / 10), '-timeout_error')
    args.push('-m', String(Math.max(1, rows.length)))
    if (rows.length > 0) {
      const table = join(folder, 'rows.csv')
      writeFileSync(table, ['SEQUENTIAL', ...rows.map((row) => row.join(';')), ''].join('\n'))
      args.push('-inf', table, '-r', '250', '-l', '8')
    }
    args.push('-trace_msg', '-message_file', messages)
    const passed = await new Promise<boolean>((done) => {
      execFile(findProgram('sipp')!, args, { cwd: folder, timeout: 15_000 + 100 * rows.length }, (error) =>
        done(error === null),
      )
    })
    const text = existsSync(messages) ? readFileSync(messages, 'utf8') : ''
    const statuses = [...text.matchAll(/^SIP\/2\.0 (\d{3})/gm)].map((match) => Number(match[1]))
    return { passed, status: statuses.filter((status) => status >= 200).at(-1) ?? 0 }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
