import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../harness/free-port.ts'
import { type MailCatcher, startMailCatcher } from '../harness/mail-catcher.ts'
import { querySqlite } from '../harness/query-sqlite.ts'
import { type RunningSwitchboard, runSwitchboard, startSwitchboard } from '../harness/run-switchboard.ts'
import { startObjectStore } from '../harness/start-object-store.ts'

interface Found {
  check: string
  level: string
  text: string
}

/** A proxy as operators set it up by mistake: it sends responses on when they have ended, and passes no `Upgrade` on. */
function startBufferingProxy(target: string): Promise<Server> {
  const proxy = createServer((asked, response) => {
    const { method, url = '' } = asked
    const { upgrade: _upgrade, connection: _connection, ...headers } = asked.headers
    const passed = request(target + url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers).flushHeaders()
      const chunks: Buffer[] = []
      answer.on('data', (chunk) => chunks.push(chunk))
      answer.on('end', () => response.end(Buffer.concat(chunks)))
      answer.on('error', () => response.destroy())
    })
    asked.pipe(passed)
    response.on('close', () => passed.destroy())
    passed.on('error', () => response.destroy())
  })
  return new Promise((done) => proxy.listen(0, '127.0.0.1', () => done(proxy)))
}

describe('switchboard doctor', () => {
  let place: string
  let dataDir: string
  let mails: MailCatcher
  let server: RunningSwitchboard
  let settings: Record<string, string>
  beforeAll(async () => {
    place = mkdtempSync(join(tmpdir(), 'switchboard-doctor-test-'))
    dataDir = join(place, 'data')
    mkdirSync(dataDir)
    mails = await startMailCatcher()
    settings = {
      DATA_DIR: dataDir,
      SMTP_URL: mails.url,
      MAIL_FROM: 'Switchboard <chat@acme.example>',
      STREAM_MAIL_PORT: String(await freePort()),
    }
    const run = async (args: string[]) =>
      expect(await runSwitchboard(args, { environment: settings })).toMatchObject({ code: 0 })
    await run(['create-organization', 'Acme'])
    await run(['create-user', 'ada@acme.example', 'Ada', '--role', 'administrator'])
    await run(['backup', join(place, 'backup'), '--keep', '1'])
    server = await startSwitchboard([], { environment: settings })
  }, 120_000)
  afterAll(async () => {
    await server?.stop()
    await mails?.stop()
    rmSync(place, { recursive: true, force: true })
  })

  async function examine(args: string[], more: Record<string, string> = {}) {
    const environment = { ...settings, PUBLIC_URL: server.url, ...more }
    const { code, stdout } = await runSwitchboard(['doctor', '--json', ...args], { environment })
    const found = JSON.parse(stdout) as Found[]
    return { code, found, of: (name: string) => found.find(({ check }) => check === name) }
  }
  it('finds nothing wrong with a working server, and leaves nothing behind', async () => {
    const options = { as: 'ada@acme.example', 'mail-to': 'ops@acme.example', 'mail-stream': 'general' }
    const { code, found } = await examine(
      Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]),
    )
    expect(found.filter(({ level }) => level === 'problem')).toEqual([])
    expect(code).toBe(0)
    const sound = found.filter(({ level }) => level === 'ok').map(({ check }) => check)
    expect(sound).toEqual([
      ...['settings', 'disk', 'database', 'backup', 'outbox', 'address', 'mail out', 'messages'],
      'mail to stream',
    ])
    expect(mails.mails.map(({ recipients }) => recipients)).toEqual([['ops@acme.example']])
    const [messages] = querySqlite(join(dataDir, 'chat.db'), 'select content from messages')
    expect(JSON.stringify(messages)).not.toMatch(/switchboard doctor|This mail shows/)
  })

  it('names a stream that gets no mail', async () => {
    const toStream = async (stream: string, port: number) => {
      const options = ['--as', 'ada@acme.example', '--mail-stream', stream]
      return (await examine(options, { STREAM_MAIL_PORT: String(port) })).of('mail to stream')
    }
    expect(await toStream('general', await freePort())).toMatchObject({
      level: 'problem',
      text: expect.stringContaining('A mail to general was not accepted: connect ECONNREFUSED'),
    })
    expect(await toStream('nowhere', Number(settings.STREAM_MAIL_PORT))).toMatchObject({
      level: 'problem',
      text: expect.stringContaining("Invalid stream name 'nowhere'"),
    })
  })

  it('tries the bucket of the files as uploads do, and says that the last backup does not have them', async () => {
    const store = await startObjectStore()
    try {
      const about = async () =>
        (await examine([], store.settings)).found.filter(({ check }) => ['files', 'backup'].includes(check))
      expect(await about()).toEqual([
        expect.objectContaining({ check: 'files', level: 'ok' }),
        expect.objectContaining({ check: 'backup', level: 'ok' }),
        expect.objectContaining({
          level: 'skipped',
          text: expect.stringContaining('are not in the last backup'),
        }),
      ])
      store.fault = (method) => (method === 'PUT' ? 403 : undefined)
      expect((await about())[0]).toMatchObject({
        level: 'problem',
        text: expect.stringContaining('does not work'),
      })
    } finally {
      await store.remove()
    }
  })

  it('names a proxy that holds events back and passes no WebSockets on', async () => {
    const proxy = await startBufferingProxy(server.url)
    try {
      const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
      const { code, of } = await examine(['--as', 'ada@acme.example'], { PUBLIC_URL: address })
      expect(code).toBe(1)
      expect(of('address')).toMatchObject({ level: 'problem', text: expect.stringContaining('WebSockets') })
      expect(of('messages')).toMatchObject({
        level: 'problem',
        text: expect.stringContaining('event stream'),
      })
    } finally {
      proxy.closeAllConnections()
      proxy.close()
    }
  })

  it('names settings that contradict each other, a dead mail server, an old backup and a server that is down', async () => {
    writeFileSync(join(dataDir, 'last-backup'), '2020-01-01T00:00:00.000Z\n')
    utimesSync(join(dataDir, 'last-backup'), 1, 1)
    const result = {
      tried_at: '2020-01-02T00:00:00.000Z',
      has_failed: true,
      verified_at: '2020-01-01T00:00:00.000Z',
    }
    writeFileSync(join(dataDir, 'backup-result.json'), JSON.stringify(result))
    const report = JSON.stringify({ problem: 'the directory is empty' })
    querySqlite(
      join(dataDir, 'chat.db'),
      `insert into directories (realm_id, directory, settings, created_at, report) values (1, 'ldap', '{}', 1, '${report}')`,
    )
    querySqlite(
      join(dataDir, 'telephony.db'),
      `insert into company_carriers (company_id, id, host, port, system_id, password_sealed, tls, version, state, state_at,
         created_at, updated_at) values (1, 'c', 'smsc.example', 2775, 'acme', '', 0, '1', 'disconnected', 1, 1, 1)`,
      `insert into trunks (company_id, id, name, kind, host, port, transport, media_encryption, username, from_user, callerid,
         codecs, enabled, place, state, created_at, updated_at)
       values (1, 't', 'Provider', 'ip', 'sip.example', 5060, 'udp', 'none', '', '', '', '', 1, 1, 'unreachable', 1, 1)`,
    )
    const nowhere = await freePort()
    const { code, found, of } = await examine([], {
      PUBLIC_URL: 'http://chat.switchboard.invalid',
      SMTP_URL: `smtp://127.0.0.1:${nowhere}`,
      MAIL_FROM: 'Switchboard <switchboard@localhost>',
      STREAM_MAIL_PORT: String(nowhere),
    })
    expect(code).toBe(1)
    const texts = found.filter(({ level }) => level !== 'ok').map(({ text }) => text)
    expect(texts).toEqual(
      expect.arrayContaining([
        expect.stringContaining('TRUSTED_PROXIES is not set'),
        expect.stringContaining('unencrypted'),
        expect.stringContaining('mail servers refuse mail from localhost'),
        expect.stringContaining('The last backup is of 2020-01-01'),
        expect.stringContaining('failed; it was tried at 2020-01-02'),
        expect.stringContaining('No backup was verified since 2020-01-01'),
        expect.stringMatching(/^The last sync of .* with ldap failed: the directory is empty/),
        expect.stringContaining('The trunk Provider is unreachable'),
        expect.stringContaining('The carrier at smsc.example:2775 does not accept acme'),
        expect.stringContaining('http://chat.switchboard.invalid cannot be reached'),
        expect.stringContaining('The mail server does not accept mail'),
        expect.stringContaining(`Nobody accepts mail at STREAM_MAIL_PORT ${nowhere}`),
      ]),
    )
    expect(of('messages')).toMatchObject({ level: 'skipped' })
  })
})
