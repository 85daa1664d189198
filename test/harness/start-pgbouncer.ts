import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from '../debian-packages.js'
import { freePort } from './free-port.ts'
import { untilItAnswers } from './start-postgres.ts'

export interface RunningPgBouncer {
  /** the same database, through the pooler; the server is told so */
  url: string
  /** without telling the server */
  plainUrl: string
  stop(): Promise<void>
}

/** PgBouncer in transaction mode before a database, with fewer sessions than clients. */
export async function startPgBouncer(databaseUrl: string, sessions: number): Promise<RunningPgBouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-pgbouncer-'))
  const target = new URL(databaseUrl)
  const port = await freePort()
  const settings = join(folder, 'pgbouncer.ini')
  writeFileSync(
    settings,
    `[databases]
* = host=${target.hostname} port=${target.port} user=${target.username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${sessions}
max_client_conn = 500
`,
    { mode: 0o644 },
  )
  chmodSync(folder, 0o755)
  // It refuses to run as root.
  const account = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
  const child: ChildProcess = spawn(findProgram('pgbouncer')!, [settings], { stdio: 'ignore', ...account })
  const plainUrl = `postgres://${target.username}@127.0.0.1:${port}${target.pathname}`
  const ended = new Promise((done) => child.once('exit', done))
  const stop = async () => {
    child.kill('SIGQUIT')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  await untilItAnswers(plainUrl, child).catch(async (error) => {
    await stop()
    throw error
  })
  return { url: `${plainUrl}?pooler=transaction`, plainUrl, stop }
}
