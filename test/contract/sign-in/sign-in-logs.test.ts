import { Writable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDemoOrganization } from '../../../src/chat/demo/create-demo-organization.ts'
import { readConfig } from '../../../src/config/config.ts'
import { hashPassword } from '../../../src/platform/secrets/hash-password.ts'
import { createServer } from '../../../src/server/http/create-server.ts'
import { openProducts, type Products } from '../../../src/server/start/open-products.ts'
import { ApiClient } from '../../harness/api-client.ts'
import { engines, makePlace, type Place } from '../../harness/engines.ts'

describe.each(engines)('What is logged of signing in on %s', (engine) => {
  let place: Place
  let products: Products
  let app: FastifyInstance
  let text = ''
  beforeAll(async () => {
    place = await makePlace(engine)
    const stream = new Writable({
      write(chunk, _encoding, done) {
        text += chunk
        done()
      },
    })
    const log = pino({ level: 'warn' }, stream)
    const config = readConfig(
      { development: true },
      { DATA_DIR: place.dataDir, ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }) },
    )
    products = await openProducts(config, log)
    app = createServer(products, log)
    await createDemoOrganization(products.chat, await hashPassword('the right password'))
  })
  afterAll(async () => {
    await app.close()
    await products.stop()
    await place.remove()
  })

  const lines = () =>
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  const attempt = (password: string) =>
    new ApiClient(app).post('/fetch_api_key', { username: 'ada@example.com', password })

  it('each refused attempt and the lock, with account and address; a success is not', async () => {
    text = ''
    expect((await attempt('the right password')).status).toBe(200)
    expect(lines()).toEqual([])
    for (let time = 0; time < 5; time += 1) await attempt(`secret guess ${time}`)
    expect((await attempt('the right password')).status).toBe(429)
    const about = { level: 40, account: 'ada@example.com', address: '127.0.0.1' }
    const refused = { ...about, msg: 'sign-in refused', reason: 'incorrect_creds' }
    expect(lines()).toMatchObject([
      ...Array(5).fill(refused),
      { ...about, msg: 'account locked for sign-in by password' },
      { ...about, msg: 'sign-in refused: too many failed attempts' },
    ])
  })

  it('wrong keys, with the address of a client that disconnects while they are checked', async () => {
    text = ''
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    app.server.prependOnceListener('request', ({ socket }) => socket.destroy())
    const authorization = `Basic ${btoa('cleo@example.com:secret guess')}`
    await expect(fetch(`${address}/api/v1/users/me`, { headers: { authorization } })).rejects.toThrow()
    await expect.poll(lines).not.toEqual([])
    expect(lines()).toMatchObject([{ level: 40, msg: 'wrong credentials', address: '127.0.0.1' }])
  })

  it('wrong keys, and the lock of their address', async () => {
    text = ''
    for (let time = 0; time < 30; time += 1)
      await new ApiClient(app, { email: 'ben@example.com', key: `secret guess ${time}` }).get('/users/me')
    const about = { level: 40, account: 'ben@example.com', address: '127.0.0.1' }
    // One was wrong before.
    expect(lines()).toMatchObject([
      ...Array(29).fill({ ...about, msg: 'wrong credentials' }),
      { ...about, msg: 'address locked for wrong credentials' },
    ])
  })

  it('never a password or a key', () => {
    expect(text).not.toContain('secret guess')
    expect(text).not.toContain('the right password')
  })
})
