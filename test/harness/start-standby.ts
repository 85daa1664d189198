import { execFileSync, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { freePort } from './free-port.ts'
import { type RunningPostgres, untilItAnswers } from './start-postgres.ts'

export interface Standby {
  /** of the same database as this one of the primary */
  urlOf(primaryUrl: string): string
  /** It receives everything and applies nothing, until it goes on. */
  pause(): Promise<void>
  goOn(): Promise<void>
  /** It becomes a primary. */
  promote(): Promise<void>
  stop(): Promise<void>
}

/** A second PostgreSQL that follows the first one by streaming replication. */
export async function startStandby(primary: RunningPostgres): Promise<Standby> {
  const { data, programs, account } = primary
  const copy = join(dirname(data), 'standby')
  await onServer(primary.url, async (client) => {
    await client.query(`select pg_backup_start('standby', true)`)
    execFileSync('cp', ['-a', data, copy], account)
    const { rows } = await client.query('select labelfile from pg_backup_stop(false)')
    const write = (name: string, input: string) =>
      execFileSync('tee', [join(copy, name)], { input, stdio: ['pipe', 'ignore', 'inherit'], ...account })
    write('backup_label', rows[0].labelfile)
    write('standby.signal', '')
    rmSync(join(copy, 'postmaster.pid'), { force: true })
  })
  const port = await freePort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const from = `host=127.0.0.1 port=${new URL(primary.url).port} user=postgres`
  const settings = [`primary_conninfo=${from}`, 'hot_standby=on', 'fsync=off', 'listen_addresses=127.0.0.1']
  const server = spawn(
    join(programs, 'postgres'),
    [
      '-D',
      copy,
      '-p',
      String(port),
      '-k',
      dirname(data),
      ...settings.flatMap((one) => ['-c', one]),
      '-c',
      'max_connections=500',
    ],
    { stdio: 'ignore', ...account },
  )
  await untilItAnswers(url, server)
  const ask = (sql: string) => onServer(url, async (client) => void (await client.query(sql)))
  return {
    urlOf: (primaryUrl) => Object.assign(new URL(primaryUrl), { port: String(port) }).href,
    pause: () => ask('select pg_wal_replay_pause()'),
    goOn: () => ask('select pg_wal_replay_resume()'),
    promote: () => ask('select pg_promote(true, 60)'),
    async stop() {
      if (server.exitCode !== null) return
      const ended = new Promise((done) => server.once('exit', done))
      server.kill('SIGINT')
      await ended
    },
  }
}

async function onServer(url: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
