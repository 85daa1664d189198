import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { verify } from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findUserByEmail } from '../../src/chat/identity/users/user-store.ts'
import { readConfig } from '../../src/config/config.ts'
import { createLogger } from '../../src/platform/logging/log.ts'
import { openProducts } from '../../src/server/start/open-products.ts'
import { buildSwitchboard } from '../harness/build-switchboard.ts'
import { engines, makePlace, type Place } from '../harness/engines.ts'
import { runInProcess } from '../harness/run-in-process.ts'
import { runSwitchboard } from '../harness/run-switchboard.ts'

beforeAll(() => buildSwitchboard())

const keyIn = (text: string) => /API key:? ([A-Za-z0-9]{32})$/m.exec(text)?.[1]
const oneLine = (text: string) => expect.stringMatching(new RegExp(`^[^\\n]*${text}[^\\n]*\\n$`))

describe.each(engines)('commands on %s', (engine) => {
  let place: Place
  // The built program on one engine; for the other it is enough that the same commands run.
  const start = engine === 'SQLite' ? runSwitchboard : runInProcess
  const run = (args: string[], input?: string) =>
    start(args, { place, ...(input !== undefined && { input }) })
  beforeAll(async () => {
    place = await makePlace(engine)
  })
  afterAll(() => place.remove())

  /** Looks with the product's own eyes. */
  async function findStored(email: string, host = '') {
    const config = readConfig(
      {},
      { DATA_DIR: place.dataDir, ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }) },
    )
    const { chat, stop } = await openProducts(config, createLogger('error'), undefined, 'command')
    try {
      const realm = await chat.realmsByHost.get(host)
      const user = realm && (await findUserByEmail(chat.database.read, realm.id, email))
      return user && { ...user, apiKey: chat.secrets.decrypt(user.api_key_sealed) }
    } finally {
      await stop()
    }
  }

  it('migrate applies what is missing, once, also when several start at once', async () => {
    const empty = await makePlace(engine)
    const runs = await Promise.all([1, 2, 3].map(() => runSwitchboard(['migrate'], { place: empty })))
    expect(runs.map(({ code, stderr }) => ({ code, stderr }))).toEqual(Array(3).fill({ code: 0, stderr: '' }))
    // Each step is a transaction of its own: one of them may apply what another has left.
    const stepsOf = (stdout: string) => stdout.match(/^Applied .*$/gm) ?? []
    const other = await makePlace(engine)
    const alone = await runSwitchboard(['migrate'], { place: other })
    expect(runs.flatMap(({ stdout }) => stepsOf(stdout)).sort()).toEqual(stepsOf(alone.stdout).sort())
    expect(stepsOf(alone.stdout)[0]).toMatch(/platform-0001/)
    const again = await runSwitchboard(['migrate'], { place: empty })
    expect(again.stdout).toBe('The database is up to date.\n')
    await other.remove()
    await empty.remove()
  })

  it('several that make the first secrets at once agree on the key', async () => {
    const empty = await makePlace(engine)
    const hosts = ['a', 'b', 'c'].map((name) => `${name}.example.com`)
    await runSwitchboard(['migrate'], { place: empty })
    // The one that loses the race for the organization's number may fail; the key must not be torn.
    await Promise.all(
      hosts.map((host) => runSwitchboard(['create-organization', host, '--host', host], { place: empty })),
    )
    expect(readdirSync(empty.dataDir).filter((name) => name.startsWith('secret'))).toEqual(['secret.key'])
    expect(readFileSync(join(empty.dataDir, 'secret.key'), 'utf8')).toMatch(/^[0-9a-f]{64}\n$/)
    await empty.remove()
  })

  it('without an organization nobody can be added', async () => {
    const { code, stdout, stderr } = await run(['create-user', 'hamlet@example.com', 'Hamlet'])
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: '',
      stderr: oneLine('create-organization'),
    })
  })

  it('create-organization makes one per host', async () => {
    const made = await run(['create-organization', 'Denmark', '--host', 'Elsinore.example.com'])
    expect(made).toEqual({ code: 0, stdout: 'Created Denmark at elsinore.example.com.\n', stderr: '' })
    const again = await run(['create-organization', 'Norway', '--host', 'elsinore.example.com'])
    expect(again).toEqual({ code: 1, stdout: '', stderr: "Host 'elsinore.example.com' is taken\n" })
    const wrong = await run(['create-organization', 'Norway', '--host', 'not a host'])
    expect(wrong).toMatchObject({ code: 1, stderr: oneLine('Invalid host name') })
  })

  const elsinore = ['--organization', 'elsinore.example.com']

  it('create-user prints the key that is stored, and stores the password as argon2id', async () => {
    const made = await run(
      [
        'create-user',
        'hamlet@example.com',
        'Hamlet',
        '--role',
        'administrator',
        '--password-stdin',
        ...elsinore,
      ],
      'to be or not\n',
    )
    expect(made).toMatchObject({ code: 0, stderr: '' })
    expect(made.stdout).toContain('Created Hamlet <hamlet@example.com>, administrator of Denmark.')
    const stored = await findStored('hamlet@example.com', 'elsinore.example.com')
    expect(stored).toMatchObject({ role: 'administrator', apiKey: keyIn(made.stdout) })
    expect(stored!.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await verify(stored!.password_hash!, 'to be or not')).toBe(true)
  })

  it('create-user refuses what is wrong and stores nothing', async () => {
    const add = (email: string, ...rest: string[]) =>
      run(['create-user', email, 'Iago', ...rest, ...elsinore])
    expect(await add('HAMLET@example.com')).toMatchObject({ code: 1, stderr: oneLine('already in use') })
    expect(await add('nonsense')).toMatchObject({ code: 1, stderr: oneLine('valid email') })
    const short = ['create-user', 'iago@example.com', 'Iago', '--password-stdin', ...elsinore]
    expect(await run(short, 'short\n')).toMatchObject({ code: 1, stderr: oneLine('at least 8') })
    expect(await add('iago@example.com', '--role', 'king')).toMatchObject({ code: 2, stdout: '' })
    expect(await findStored('iago@example.com', 'elsinore.example.com')).toBeUndefined()
  })

  it('create-bot needs an owner who is a person', async () => {
    const bot = ['create-bot', 'ghost-bot@example.com', 'Ghost', ...elsinore]
    expect(await run(bot)).toMatchObject({ code: 2, stderr: expect.stringContaining('--owner is missing') })
    expect(await run([...bot, '--owner', 'yorick@example.com'])).toMatchObject({
      code: 1,
      stderr: oneLine('nobody with the email address'),
    })
    const owned = [...bot, '--owner', 'hamlet@example.com']
    expect(await run([...owned, '--type', 'poltergeist'])).toMatchObject({ code: 2 })
    expect(await findStored('ghost-bot@example.com', 'elsinore.example.com')).toBeUndefined()
    const made = await run([...owned, '--type', 'incoming-webhook'])
    expect(made).toMatchObject({ code: 0, stderr: '' })
    const hamlet = await findStored('hamlet@example.com', 'elsinore.example.com')
    expect(await findStored('ghost-bot@example.com', 'elsinore.example.com')).toMatchObject({
      bot_type: 2,
      bot_owner_id: hamlet!.id,
      apiKey: keyIn(made.stdout),
    })
    const second = ['create-bot', 'b@example.com', 'B', '--owner', 'ghost-bot@example.com', ...elsinore]
    expect(await run(second)).toMatchObject({ code: 1, stderr: oneLine('is a bot') })
  })

  it('rotate-key replaces the key', async () => {
    const before = await findStored('hamlet@example.com', 'elsinore.example.com')
    const rotated = await run(['rotate-key', 'hamlet@example.com', ...elsinore])
    const after = await findStored('hamlet@example.com', 'elsinore.example.com')
    expect(rotated).toMatchObject({ code: 0, stdout: `API key: ${after!.apiKey}\n`, stderr: '' })
    expect(after!.apiKey).not.toBe(before!.apiKey)
    expect(await run(['rotate-key', 'notification-bot@switchboard.invalid', ...elsinore])).toMatchObject({
      code: 1,
      stdout: '',
    })
  })

  it('seed-demo says the same when it is run again', async () => {
    const first = await run(['seed-demo'])
    expect(first).toMatchObject({ code: 0, stderr: '' })
    for (const name of ['ada', 'ben', 'cleo', 'gus', 'hook-bot', 'echo-bot']) {
      const { apiKey } = (await findStored(`${name}@example.com`))!
      expect(first.stdout).toMatch(new RegExp(`${name}@example\\.com .*${apiKey}$`, 'm'))
    }
    expect(first.stdout).toContain('demo-password')
    expect(await run(['seed-demo'])).toEqual(first)
    const ada = await findStored('ada@example.com')
    expect(await verify(ada!.password_hash!, 'demo-password')).toBe(true)
  })
})

describe('the command line', () => {
  it.each([['help'], ['--help'], ['-h']])('%s lists the commands', async (word) => {
    const { code, stdout, stderr } = await runSwitchboard([word])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    for (const name of ['serve', 'migrate', 'create-user', 'rotate-key']) expect(stdout).toContain(name)
  })

  it.each([[['help', 'create-bot']], [['create-bot', '--help']], [['create-bot', '-h']]])(
    '%s tells of one command',
    async (args) => {
      const { code, stdout } = await runSwitchboard(args)
      expect(code).toBe(0)
      expect(stdout).toMatch(/^Usage: switchboard create-bot EMAIL FULL_NAME --owner EMAIL/)
    },
  )

  it.each([['version'], ['--version']])('%s', async (word) => {
    expect(await runSwitchboard([word])).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^switchboard \d+\.\d+\.\d+\n$/),
      stderr: '',
    })
  })

  it.each([
    [[], 'Usage: switchboard COMMAND'],
    [['conquer'], "Unknown command 'conquer'"],
    [['migrate', '--fast'], "Unknown option '--fast'"],
    [['create-user', 'hamlet@example.com'], 'FULL_NAME is missing'],
    [['create-user', 'hamlet@example.com', 'Prince', 'Hamlet'], "Unexpected argument 'Hamlet'"],
    [['serve', '--port'], '--port'],
  ])('%j is answered with how it should be', async (args, text) => {
    const { code, stdout, stderr } = await runSwitchboard(args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(text)
    expect(stderr).toContain('Usage: switchboard')
  })
})

describe('a database that cannot be opened is reported in one line', () => {
  let place: Place
  beforeAll(async () => {
    place = await makePlace('SQLite')
  })
  afterAll(() => place.remove())

  it.each([
    ['a setting that is not a number', { PORT: 'abc' }, 'PORT must be a whole number'],
    ['a folder that cannot be made', { DATA_DIR: '/proc/switchboard' }, 'DATA_DIR /proc/switchboard'],
    ['a folder that is a file', { DATA_DIR: '/etc/passwd' }, 'is not a folder'],
    [
      'a folder inside a file',
      { DATA_DIR: '/etc/passwd/data' },
      'There is no data in DATA_DIR /etc/passwd/data',
    ],
    ['a closed port', { DATABASE_URL: 'postgres://me:hush@127.0.0.1:1/chat' }, 'nothing listens there'],
    ['a mail port at which nobody could prove anything', { FAX_MAIL_PORT: '2525' }, 'FAX_MAIL_PORT needs'],
    ['another kind of database', { DATABASE_URL: 'mysql://127.0.0.1/chat' }, 'DATABASE_URL must be'],
  ])('%s', async (_name, environment, text) => {
    const { code, stdout, stderr } = await runSwitchboard(['migrate'], { place, environment })
    expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: '', stderr: oneLine(text) })
    expect(stderr).not.toContain('hush')
  })

  it.each([['migrate'], ['list-companies'], ['seed-demo'], ['create-organization', 'Denmark']])(
    'without its settings %s makes no folder',
    async (...args) => {
      const DATA_DIR = join(place.dataDir, 'missing')
      const { code, stdout, stderr } = await runSwitchboard(args, { environment: { DATA_DIR } })
      expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: '', stderr: oneLine('switchboard.env') })
      expect(stderr).toContain(`There is no data in DATA_DIR ${DATA_DIR}.`)
      expect(existsSync(DATA_DIR)).toBe(false)
    },
  )

  it('a text file in place of the database stays as it is', async () => {
    writeFileSync(join(place.dataDir, 'chat.db'), 'Something is rotten in the state of Denmark.\n'.repeat(50))
    const { code, stderr } = await runSwitchboard(['seed-demo'], { place })
    expect({ code, stderr }).toEqual({ code: 1, stderr: oneLine('not an SQLite database') })
    expect(existsSync(join(place.dataDir, 'secret.key'))).toBe(false)
  })

  it('a port in use is reported in one line', async () => {
    const other = createServer()
    const port = await new Promise<number>((done) =>
      other.listen(0, '127.0.0.1', () => done((other.address() as { port: number }).port)),
    )
    const empty = await makePlace('SQLite')
    const { code, stdout, stderr } = await runSwitchboard(['serve', '--port', String(port)], { place: empty })
    expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: '', stderr: oneLine(`Port ${port}`) })
    other.close()
    await empty.remove()
  })

  it('a REDIS_URL that nobody answers at is allowed', async () => {
    const empty = await makePlace('SQLite')
    const environment = { REDIS_URL: 'redis://127.0.0.1:1' }
    expect(await runSwitchboard(['migrate'], { place: empty, environment })).toMatchObject({
      code: 0,
      stderr: '',
    })
    await empty.remove()
  })
})
