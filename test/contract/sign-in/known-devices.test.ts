import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createUser } from '../../../src/chat/accounts/create-user.ts'
import { hashPassword } from '../../../src/platform/secrets/hash-password.ts'
import type { Answer, ApiClient } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'

const password = 'correct horse battery staple'

describe.each(engines)('Failed sign-ins elsewhere and known devices on %s', (engine) => {
  let world: World
  let passwordHash: string
  let count = 0
  let email: string
  beforeAll(async () => {
    world = await startWorld(engine, { TRUSTED_PROXIES: '127.0.0.1' })
    passwordHash = await hashPassword(password)
  })
  beforeEach(async () => {
    count += 1
    email = await join(`person${count}`)
  })
  afterAll(() => world.stop())

  const join = async (name: string) => {
    const person = { email: `${name}@example.com`, fullName: name, passwordHash }
    return (await createUser(world.chat, world.demo.realm, person)).user.email
  }
  const from = (address: string) => world.nobody.with({ 'x-forwarded-for': address })
  const home = () => from(`10.1.${count}.1`)
  const attempt = (client: ApiClient, given = password, path = '/sessions', username = email) =>
    client.post(path, { username, password: given })
  /** What a browser keeps of the answer, without the session: as after signing out. */
  const deviceOf = (answer: Answer) =>
    [answer.headers['set-cookie']]
      .flat()
      .map((cookie) => String(cookie).split(';', 1)[0]!)
      .find((cookie) => cookie.startsWith('switchboard_device='))!
  const knownDevice = async (client = home()) => client.with({ cookie: deviceOf(await attempt(client)) })
  const attack = async (times = 5) => {
    for (let host = 1; host <= times; host += 1)
      expect((await attempt(from(`10.200.${count}.${host}`), 'wrong')).status).toBe(403)
    expect((await attempt(from(`10.200.${count}.99`), password)).status).toBe(429)
  }

  it('the account is locked for strangers, and not for a browser that was signed in before', async () => {
    const device = await knownDevice()
    await attack()
    expect((await attempt(device)).status).toBe(200)
    expect((await attempt(device, password, '/fetch_api_key')).status).toBe(200)
    // What strangers have tried still counts for strangers.
    expect((await attempt(home())).status).toBe(429)
  })

  it('also in another network, and where an address is locked', async () => {
    const device = await knownDevice()
    await attack()
    expect((await attempt(device.with({ 'x-forwarded-for': '10.77.0.1' }))).status).toBe(200)
    const office = from('10.66.0.1')
    for (let one = 0; one < 50; one += 1)
      await attempt(office, 'wrong', '/sessions', `x${count}-${one}@example.com`)
    expect((await attempt(office, password, '/sessions', await join(`late${count}`))).status).toBe(429)
    expect((await attempt(device.with({ 'x-forwarded-for': '10.66.0.1' }))).status).toBe(200)
  })

  it('a known device has five attempts of its own, then those of a stranger, then none', async () => {
    const device = await knownDevice()
    for (let time = 0; time < 10; time += 1) expect((await attempt(device, 'wrong')).status).toBe(403)
    expect((await attempt(device)).status).toBe(429)
    world.clock.advance(1801)
    expect((await attempt(device)).status).toBe(200)
  })

  it('many at once are counted like one after the other', async () => {
    const device = await knownDevice()
    await attack()
    const answers = await Promise.all(Array.from({ length: 9 }, () => attempt(device, 'wrong')))
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(5).fill(403), ...Array(4).fill(429)])
  })

  it('a device is known to its own accounts only', async () => {
    const device = await knownDevice()
    const other = email
    count += 1
    email = await join(`person${count}`)
    await attack()
    expect((await attempt(device)).status).toBe(429)
    expect((await attempt(device, password, '/sessions', other)).status).toBe(200)
  })

  it('several people can share one', async () => {
    const first = await knownDevice()
    const one = email
    count += 1
    email = await join(`person${count}`)
    const both = await knownDevice(first)
    await attack()
    expect((await attempt(both)).status).toBe(200)
    count += 1
    const two = email
    email = one
    await attack()
    expect((await attempt(both)).status).toBe(200)
    email = two
  })

  it('nobody can make one up, and after a year without a sign-in it is forgotten', async () => {
    const device = await knownDevice()
    const [until, id, signature] = device.headers.cookie!.split('=')[1]!.split('.')
    await attack()
    for (const value of [
      `${Number(until) + 1}.${id}.${signature}`,
      `${until}.${signature}.${signature}`,
      `${until}.${id}.`,
      `${until}.${id}.${'x'.repeat(43)}`,
      '~~~',
      '',
    ]) {
      const forged = home().with({ cookie: `switchboard_device=${value}` })
      expect((await attempt(forged)).status).toBe(429)
    }
    world.clock.advance(366 * 86_400)
    await attack()
    expect((await attempt(device)).status).toBe(429)
  })

  it('being known signs nobody in', async () => {
    expect((await (await knownDevice()).get('/users/me')).status).toBe(401)
  })

  it('a proxy that is trusted: addresses that a client claims for itself count for nothing', async () => {
    const spoofed = (claim: number) => from(`10.99.0.${claim}, 10.50.${count}.1`)
    for (let one = 0; one < 50; one += 1)
      await attempt(spoofed(one), 'wrong', '/sessions', `s${one}@example.com`)
    expect((await attempt(spoofed(99))).status).toBe(429)
    expect((await attempt(home())).status).toBe(200)
  })
})
