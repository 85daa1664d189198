import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { basic } from '../harness/faults/chat-cast.ts'
import { httpRequest } from '../harness/faults/http-request.ts'
import { type RunningSwitchboard, startSwitchboard } from '../harness/run-switchboard.ts'
import {
  isDebianPostgresInstalled,
  type RunningPostgres,
  startDebianPostgres,
  startPostgres,
} from '../harness/start-postgres.ts'

// Real processes, one after the other.
vi.setConfig({ testTimeout: 240_000 })

interface Restoring {
  name: string
  isPossible: boolean
  start(folder: string): Promise<RunningPostgres>
  dump(postgres: RunningPostgres, folder: string): Promise<void>
  restore(postgres: RunningPostgres, folder: string): Promise<void>
}

const run = (postgres: RunningPostgres, program: string, args: string[]) =>
  void execFileSync(join(postgres.programs, program), args, { stdio: 'pipe', ...postgres.account })

const connectionOf = (postgres: RunningPostgres) => [
  ...['-h', '127.0.0.1', '-p', new URL(postgres.url).port, '-U', 'postgres'],
]

/** In the folder of PostgreSQL, which its account may write to. */
const dumpFile = ({ data }: RunningPostgres) => join(data, '..', 'dump')

const dump = async (postgres: RunningPostgres) =>
  run(postgres, 'pg_dump', [...connectionOf(postgres), '-Fc', '-f', dumpFile(postgres), 'switchboard'])

const ways: Restoring[] = [
  {
    name: 'pg_restore into a new database',
    isPossible: isDebianPostgresInstalled,
    start: startDebianPostgres,
    dump,
    async restore(postgres) {
      await ask(postgres.url, 'drop database switchboard with (force)')
      await ask(postgres.url, 'create database switchboard owner switchboard')
      run(postgres, 'pg_restore', [...connectionOf(postgres), '-d', 'switchboard', dumpFile(postgres)])
    },
  },
  {
    name: 'pg_restore --clean into the same database',
    isPossible: isDebianPostgresInstalled,
    start: startDebianPostgres,
    dump,
    async restore(postgres) {
      const target = ['--clean', '-d', 'switchboard', dumpFile(postgres)]
      run(postgres, 'pg_restore', [...connectionOf(postgres), ...target])
    },
  },
  {
    name: 'rows put back into the same tables',
    isPossible: true,
    start: () => startPostgres(),
    dump: (postgres) =>
      eachTable(postgres, (table, copy) => [`create table ${copy} as select * from ${table}`]),
    restore: (postgres) =>
      eachTable(postgres, (table, copy) => [
        `truncate ${table}`,
        `insert into ${table} select * from ${copy}`,
      ]),
  },
]

describe.each(ways)('PostgreSQL after a restore: $name', ({ isPossible, start, dump, restore }) => {
  let folder: string
  let postgres: RunningPostgres
  let server: RunningSwitchboard
  let ben: Record<string, string> = {}
  beforeAll(async () => {
    if (!isPossible) return
    folder = mkdtempSync(join(tmpdir(), 'switchboard-restored-'))
    postgres = await start(folder)
    // Not a superuser, as in production.
    await ask(postgres.url, 'create role switchboard login')
    await ask(postgres.url, 'create database switchboard owner switchboard')
    await serve()
  }, 240_000)
  afterAll(async () => {
    await server?.kill()
    await postgres?.stop()
    if (folder) rmSync(folder, { recursive: true, force: true })
  })

  async function serve() {
    const databaseUrl = postgres.url.replace('postgres@', 'switchboard@').replace(/postgres$/, 'switchboard')
    const place = { dataDir: join(folder, 'data'), databaseUrl, remove: async () => {} }
    server = await startSwitchboard(['--development'], { place })
  }

  async function call(method: string, path: string, form: Record<string, string>) {
    const fields = new URLSearchParams(form).toString()
    const reply = await httpRequest({
      method,
      url: `${server.url}/api/v1${path}${method === 'GET' ? `?${fields}` : ''}`,
      headers: { ...ben, 'content-type': 'application/x-www-form-urlencoded' },
      ...(method !== 'GET' && { body: fields }),
    })
    return reply!.body
  }
  const say = async (content: string) => {
    const answer = await call('POST', '/messages', { type: 'stream', to: 'test', topic: 'restore', content })
    expect(answer.result).toBe('success')
  }
  const register = () => call('POST', '/register', { event_types: '["message"]', fetch_event_types: '[]' })
  const poll = (queue_id: string, last_event_id: number) =>
    call('GET', '/events', { queue_id, last_event_id: String(last_event_id), dont_block: 'true' })

  it.skipIf(!isPossible)(
    'queues from before it are rejected; after a mere restart they are not',
    async () => {
      const { api_key: key } = await call('POST', '/dev_fetch_api_key', { username: 'ben@example.com' })
      ben = basic('ben@example.com', key)
      const { queue_id: queue } = await register()
      await say('before the backup')
      await dump(postgres, folder)
      await say('lost')
      await say('lost, too')
      const { events } = await poll(queue, -1)
      expect(events).toHaveLength(3)
      const last: number = events.at(-1).id
      await server.kill()
      await serve()
      expect(await poll(queue, last)).toMatchObject({ result: 'success', events: [] })

      await server.stop()
      await restore(postgres, folder)
      await serve()
      // Enough events to use the position again that the client already knows.
      for (const content of ['one', 'two', 'three', 'four']) await say(content)
      expect(await poll(queue, last)).toMatchObject({ result: 'error', code: 'BAD_EVENT_QUEUE_ID' })
      const { queue_id: next } = await register()
      await say('after the restore')
      expect((await poll(next, -1)).events).toHaveLength(1)
      await server.kill()
      await serve()
      expect((await poll(next, -1)).events).toHaveLength(1)
    },
  )
})

async function ask<Row>(url: string, ...statements: string[]): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    let rows: Row[] = []
    for (const sql of statements) rows = (await client.query(sql)).rows as Row[]
    return rows
  } finally {
    await client.end()
  }
}

async function eachTable(postgres: RunningPostgres, statements: (table: string, copy: string) => string[]) {
  const url = postgres.url.replace(/postgres$/, 'switchboard')
  await ask(url, 'create schema if not exists backup')
  const tables = await ask<{ schema: string; name: string }>(
    url,
    `select schemaname as schema, tablename as name from pg_tables where schemaname in ('chat', 'telephony')`,
  )
  for (const { schema, name } of tables) {
    await ask(url, ...statements(`${schema}.${name}`, `backup.${schema}_${name}`))
  }
}
