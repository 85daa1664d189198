import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLogger } from '../../src/platform/logging/log.ts'
import { openPhoneStore } from '../../src/telephony/phones/pbx/asterisk/phones/open-phone-store.ts'
import { buildSwitchboard } from '../harness/build-switchboard.ts'
import { engines, makePlace, type Place } from '../harness/engines.ts'
import { runInProcess } from '../harness/run-in-process.ts'
import { type RunningSwitchboard, runSwitchboard, startSwitchboard } from '../harness/run-switchboard.ts'

beforeAll(() => buildSwitchboard())

const keyIn = (text: string) => /^API key: (sb_[A-Za-z0-9]{32})$/m.exec(text)?.[1]
const oneLine = (text: string) => expect.stringMatching(new RegExp(`^[^\\n]*${text}[^\\n]*\\n$`))

describe.each(engines)('commands of the telephony on %s', (engine) => {
  let place: Place
  let server: RunningSwitchboard
  let acme: { id: string; key: string }
  // The built program on one engine; for the other it is enough that the same commands run.
  const start = engine === 'SQLite' ? runSwitchboard : runInProcess
  const run = (...args: string[]) => start(args, { place })
  const found = (name: string, ...rest: string[]) =>
    run(
      'create-company',
      name,
      '--owner-name',
      'Ada King Lovelace',
      '--owner-email',
      'ada@example.com',
      ...rest,
    )
  beforeAll(async () => {
    place = await makePlace(engine)
    server = await startSwitchboard([], { place, environment: { LOG_LEVEL: 'error' } })
  })
  afterAll(async () => {
    await server.stop()
    await place.remove()
  })

  const call = async (key: string, path: string, method = 'GET') => {
    const headers = { authorization: `Bearer ${key}`, 'x-user-id': 'primary' }
    const response = await fetch(`${server.url}${path}`, { method, headers })
    return { status: response.status, body: await response.json() }
  }

  it('list-companies says how to make one where there is none', async () => {
    expect(await run('list-companies')).toEqual({
      code: 0,
      stdout: 'There are no companies; create one with create-company.\n',
      stderr: '',
    })
  })

  it('create-company prints the key, which the running server takes', async () => {
    const made = await found('Acme', '--location', 'Dock', '--country', 'Norway')
    expect(made).toMatchObject({ code: 0, stderr: '' })
    const id = /^Created Acme \(([0-9a-f]{24})\)\.$/m.exec(made.stdout)?.[1]
    acme = { id: id!, key: keyIn(made.stdout)! }
    const { status, body: company } = await call(acme.key, '/system/company')
    expect(status).toBe(200)
    expect(company).toMatchObject({ id, name: 'Acme', address: { country: 'Norway' }, employees: 1 })
    const { body: account } = await call(acme.key, '/system/account')
    expect(account).toMatchObject({
      first_name: 'Ada',
      last_name: 'King Lovelace',
      work_email: 'ada@example.com',
      invitation: { status: 'accepted' },
    })
    const { body: locations } = await call(acme.key, '/company/locations')
    expect(locations).toEqual([expect.objectContaining({ name: 'Dock', country: 'Norway' })])
    expect(made.stdout).toContain(locations[0].pbx_id)
    expect(made.stdout).toContain(account.id)
  })

  it('list-companies lists them with their ids', async () => {
    await found('Globex')
    const { stdout } = await run('list-companies')
    expect(stdout).toMatch(new RegExp(`^${acme.id} .* active +Acme\\n[0-9a-f]{24} .*Globex\\n$`))
  })

  it('create-api-key makes one for a company, by its name or its id', async () => {
    const byName = await run('create-api-key', 'ACME', '--name', 'Reader', '--scopes', 'read')
    expect(byName).toMatchObject({ code: 0, stderr: '' })
    expect(byName.stdout).toContain('Created Reader for Acme, with read.')
    const reader = keyIn(byName.stdout)!
    expect((await call(reader, '/system/company')).status).toBe(200)
    expect((await call(reader, '/api-keys')).status).toBe(403)
    const byId = await run('create-api-key', acme.id, '--name', 'Chief', '--scopes', 'admin,read')
    const { body: keys } = await call(keyIn(byId.stdout)!, '/api-keys')
    expect(keys.map(({ name }: { name: string }) => name)).toEqual(['Default', 'Reader', 'Chief'])
    const { body: trail } = await call(acme.key, '/audit?action=api_key.created')
    expect(trail[0]).toMatchObject({ contact: null, api_key: null, after: { name: 'Chief' } })
  })

  it('a name that two companies have is not enough', async () => {
    await found('globex')
    const both = await run('create-api-key', 'Globex', '--name', 'X', '--scopes', 'read')
    expect(both).toMatchObject({
      code: 1,
      stderr: oneLine('Several companies .* [0-9a-f]{24}, [0-9a-f]{24}'),
    })
  })

  it('add-fax-number gives a company a number for its faxes', async () => {
    const added = await run('add-fax-number', 'Acme', '+4722225550')
    expect(added.stdout).toBe('Acme faxes with +4722225550.\n')
    const { body: numbers } = await call(acme.key, '/fax/numbers')
    expect(JSON.stringify(numbers)).toContain('+4722225550')
    const again = await run('add-fax-number', 'Acme', '+47 22 22 55 50')
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('belongs to a company already') })
  })

  it('add-texting-number gives a company a number and its users', async () => {
    const added = await run('add-texting-number', 'Acme', '+4722225555', '--user', 'ADA@example.com')
    expect(added).toMatchObject({ code: 0, stderr: '' })
    const { body: numbers } = await call(acme.key, '/texting/numbers')
    expect(JSON.stringify(numbers)).toContain('+4722225555')
    const again = await run('add-texting-number', 'Acme', '+47 22 22 55 55')
    expect(again).toMatchObject({ code: 1, stderr: oneLine('in use already') })
  })
})

describe('what is wrong is refused', () => {
  let place: Place
  const run = (...args: string[]) => runInProcess(args, { place })
  beforeAll(async () => {
    place = await makePlace('SQLite')
    await run('create-company', 'Acme', '--owner-name', 'Ada', '--owner-email', 'ada@example.com')
  })
  afterAll(() => place.remove())

  const email = (address: string) => ['--owner-email', address]
  const found = ['--owner-name', 'Eve', ...email('eve@example.com')]
  const key = ['create-api-key', 'Acme', '--name', 'X']

  it.each([
    [
      ['create-company', 'Bad', '--owner-name', 'Eve', ...email('eve')],
      '--owner-email must be an email address',
    ],
    [['create-company', ' ', ...found], 'NAME must not be empty'],
    [['create-company', 'Bad', ...found, '--location', ' '], '--location must be more than blanks'],
    [[...key, '--scopes', 'root'], '--scopes/0 must be one of read, write, admin'],
    [['create-api-key', 'Initech', '--name', 'X', '--scopes', 'read'], "There is no company 'Initech'"],
    [['add-texting-number', 'Acme', 'five'], 'must be a phone number'],
    [
      ['add-texting-number', 'Acme', '+4722225556', '--user', 'eve@example.com'],
      'no user with the email address',
    ],
  ])('%j', async (args, text) => {
    expect(await run(...args)).toEqual({ code: 1, stdout: '', stderr: oneLine(text) })
  })

  it('and nothing of it is stored', async () => {
    expect((await run('list-companies')).stdout.trim().split('\n')).toHaveLength(1)
  })

  it.each([
    [['create-company', 'Bad', ...email('a@example.com')], '--owner-name is missing'],
    [['create-company', 'Bad', '--owner-name', 'A'], '--owner-email is missing'],
    [key, '--scopes is missing'],
    [['create-api-key', 'Acme', '--scopes', 'read'], '--name is missing'],
    [['asterisk'], 'Name the folder with --write'],
    [['asterisk', '--write', 'x', '--tls-cert', 'x'], 'Use both --tls-cert and --tls-key'],
    [['asterisk', '--write', 'x', '--number', '0'], '--number must be a whole number from 1 to 99'],
    [['asterisk', '--write', 'x', '--number', '2'], 'Say with --listen where the phones reach it'],
    [
      ['asterisk', '--write', 'x', '--provider-ca', 'README.md'],
      '--provider-ca must be a file with certificates',
    ],
    [['asterisk', '--write', 'x', '--local-net', '10.0.0.0/8'], '--local-net needs --external'],
    [['asterisk', '--write', 'x', '--rtp-ports', '10000'], '--rtp-ports must be two ports'],
    [['asterisk', '--write', 'x', '--fax-ports', '4000-'], '--fax-ports must be two ports'],
  ])('%j is answered with how it should be', async (args, text) => {
    const { code, stdout, stderr } = await run(...args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(text)
    expect(stderr).toContain(`Usage: switchboard ${args[0]}`)
  })
})

describe.each(engines)('asterisk --write on %s', (engine) => {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-asterisk-command-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('writes the configuration for the settings of the server, and makes the database', async () => {
    const place = await makePlace(engine)
    const databaseUrl = place.databaseUrl ?? `sqlite:${join(place.dataDir, 'asterisk.db')}`
    const url = 'http://switchboard:a-password-of-tests@127.0.0.1:8099'
    const environment = { ASTERISK_DATABASE_URL: databaseUrl, ASTERISK_URL: url }
    const args = ['asterisk', '--write', folder, '--listen', '127.0.0.1:5098']
    const { code, stdout, stderr } = await runSwitchboard(args, { place, environment })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain(`asterisk -f -C ${join(folder, 'asterisk.conf')}`)
    expect(stdout).toContain(`ASTERISK_URL=${url}`)
    expect(readFileSync(join(folder, 'pjsip.conf'), 'utf8')).toContain('bind = 127.0.0.1:5098')
    expect(readFileSync(join(folder, 'http.conf'), 'utf8')).toContain('bindport = 8099')
    expect(statSync(join(folder, 'ari.conf')).mode & 0o777).toBe(0o600)
    const phones = openPhoneStore(databaseUrl, createLogger('silent'))
    expect(await phones.find('1001@a.test')).toBeUndefined()
    await phones.close()
    await place.remove()
  })

  it('listens elsewhere than the settings say, with the address that others see', async () => {
    const place = await makePlace(engine)
    const environment = {
      ASTERISK_DATABASE_URL: place.databaseUrl ?? `sqlite:${join(place.dataDir, 'asterisk.db')}`,
      ASTERISK_URL: 'http://switchboard:a-password-of-tests@asterisk:8099',
    }
    const listen = ['--listen', '192.0.2.7:5098', '--ari', '0.0.0.0:8088', '--external', '203.0.113.10']
    const nets = ['--local-net', '10.0.0.0/8', '--local-net', 'fd00::/8', '--rtp-ports', '12000-12099']
    const args = ['asterisk', '--write', folder, ...listen, ...nets]
    const { code, stdout, stderr } = await runSwitchboard(args, { place, environment })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain(`ASTERISK_URL=${environment.ASTERISK_URL}\n`)
    expect(stdout).toContain('SIP_PROXY=203.0.113.10:5098')
    expect(readFileSync(join(folder, 'http.conf'), 'utf8')).toContain('bindaddr = 0.0.0.0\nbindport = 8088\n')
    const transports = readFileSync(join(folder, 'pjsip.conf'), 'utf8').split('[udp]')[1]!
    for (const net of ['10.0.0.0/8', 'fd00::/8', '192.0.2.7/32']) {
      expect(transports.split(`local_net = ${net}\n`)).toHaveLength(5)
    }
    expect(readFileSync(join(folder, 'rtp.conf'), 'utf8').trim().split('\n')).toEqual([
      '[general]',
      'rtpstart = 12000',
      'rtpend = 12099',
      '',
      '[ice_host_candidates]',
      '192.0.2.7 => 203.0.113.10,include_local_address',
    ])
    await place.remove()
  })

  it('writes the configuration of another Asterisk, by its number', async () => {
    const place = await makePlace(engine)
    const args = ['asterisk', '--write', folder, '--number', '2', '--listen', '127.0.0.1:5097']
    const { code, stdout, stderr } = await runSwitchboard(args, { place })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const url = /^ {2}ASTERISK_2_URL=(http:\/\/switchboard:\S+@127\.0\.0\.1:8089)$/m.exec(stdout)![1]!
    expect(stdout).toContain(`ASTERISK_2_DATABASE_URL=sqlite:${join(place.dataDir, 'asterisk-2.db')}`)
    expect(stdout).toContain('ASTERISK_2_SIP_PROXY=127.0.0.1:5097')
    // With the settings that it has printed, it writes the same again.
    const environment = {
      ASTERISK_URL: 'http://switchboard:a-password-of-tests@127.0.0.1:8099',
      ASTERISK_DATABASE_URL: `sqlite:${join(place.dataDir, 'asterisk.db')}`,
      ASTERISK_2_URL: url,
      ASTERISK_2_DATABASE_URL: `sqlite:${join(place.dataDir, 'asterisk-2.db')}`,
      ASTERISK_2_SIP_PROXY: '127.0.0.1:5097',
    }
    const again = await runSwitchboard(args.slice(0, 5), { place, environment })
    expect(again).toEqual({ code: 0, stdout, stderr: '' })
    await place.remove()
  })
})

describe('the command asterisk', () => {
  let place: Place
  const run = (...args: string[]) => runSwitchboard(['asterisk', ...args], { place })
  beforeAll(async () => {
    place = await makePlace('SQLite')
  })
  afterAll(() => place.remove())

  it('without settings puts the database beside the data', async () => {
    expect(await run('--write', join(place.dataDir, 'sip'))).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`ASTERISK_DATABASE_URL=sqlite:${place.dataDir}/asterisk.db`),
    })
    expect(existsSync(join(place.dataDir, 'asterisk.db'))).toBe(true)
  })

  it('takes no name of a host to listen at', async () => {
    const anywhere = await run('--write', join(place.dataDir, 'no'), '--listen', 'phones.example.com:5060')
    expect(anywhere).toEqual({ code: 1, stdout: '', stderr: oneLine('sip.host must be an IP address') })
    expect(existsSync(join(place.dataDir, 'no'))).toBe(false)
  })

  it('a server with the settings of Kamailio does not start, and says what to use', async () => {
    const environment = { KAMAILIO_DATABASE_URL: 'sqlite:/var/lib/kamailio/subscribers.db' }
    expect(await runSwitchboard(['serve'], { place, environment })).toMatchObject({
      code: 1,
      stderr: oneLine('Kamailio is no longer supported. Set ASTERISK_URL'),
    })
  })
})
