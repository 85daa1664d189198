import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { createLogger } from '../../src/platform/logging/log.ts'
import { createServer } from '../../src/server/http/create-server.ts'
import { openProducts, type Products } from '../../src/server/start/open-products.ts'
import { makePlace, type Place } from '../harness/engines.ts'
import { runInProcess } from '../harness/run-in-process.ts'

let place: Place
let products: Products
let app: FastifyInstance
let printed: string
beforeAll(async () => {
  place = await makePlace('SQLite')
  await runInProcess(['create-organization', 'Acme'], { place })
  const ada = ['create-user', 'ada@acme.example', 'Ada Lovelace', '--role', 'administrator']
  printed = (await runInProcess(ada, { place })).stdout
  const config = readConfig({}, { DATA_DIR: place.dataDir, LOG_LEVEL: 'error' })
  const log = createLogger(config.logLevel)
  products = await openProducts(config, log)
  app = createServer(products, log)
  await app.ready()
})
afterAll(async () => {
  await app?.close()
  await products?.stop()
  await place?.remove()
})

const post = (url: string, fields: Record<string, string>) =>
  app.inject({
    method: 'POST',
    url: `/api/v1${url}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })

it('ends with an administrator who signs in to chat and phones, without a mail server', async () => {
  expect(printed).toContain('Created Ada Lovelace <ada@acme.example>, administrator of Acme.')
  expect(printed).toMatch(/^Phones: Acme \([0-9a-f]{24}\)$/m)
  const token = /\/reset-password\/(\S+)$/m.exec(printed)![1]!
  const set = await post(`/password_reset/${token}`, { password: 'a fine password' })
  expect(set.json()).toMatchObject({ result: 'success' })
  const again = await post(`/password_reset/${token}`, { password: 'another password' })
  expect(again.json()).toMatchObject({ result: 'error' })
  // The first password ends no key: a program may use the printed one already.
  const key = /^API key: (\w+)$/m.exec(printed)![1]!
  const basic = `Basic ${Buffer.from(`ada@acme.example:${key}`).toString('base64')}`
  const me = await app.inject({ url: '/api/v1/users/me', headers: { authorization: basic } })
  expect(me.json()).toMatchObject({ email: 'ada@acme.example' })
  const signedIn = await post('/sessions', { username: 'ada@acme.example', password: 'a fine password' })
  const cookies = [signedIn.headers['set-cookie']].flat().map((cookie) => String(cookie).split(';')[0])
  const phones = await app.inject({ url: '/system/account', headers: { cookie: cookies.join('; ') } })
  expect(phones.json()).toMatchObject({ first_name: 'Ada', work_email: 'ada@acme.example' })
  const workspace = await app.inject({ url: '/api/v1/workspace', headers: { cookie: cookies.join('; ') } })
  expect(workspace.json()).toMatchObject({ company: { name: 'Acme' }, phone_role: 'owner' })
})

it('a later account becomes a user of the same company, and a guest does not', async () => {
  const ben = await runInProcess(['create-user', 'ben@acme.example', 'Ben'], { place })
  expect(ben.stdout).toMatch(/^Phones: Acme /m)
  const gus = await runInProcess(['create-user', 'gus@acme.example', 'Gus', '--role', 'guest'], { place })
  expect(gus.stdout).not.toContain('Phones:')
  const { stdout } = await runInProcess(['list-users', '--company', 'Acme'], { place })
  expect(stdout).toContain('ben@acme.example')
  expect(stdout).not.toContain('gus@acme.example')
})

it('an organization with its owner is one command', async () => {
  const owner = ['--owner-name', 'Hank Scorpio', '--owner-email', 'hank@globex.example']
  const host = ['--host', 'globex.example.com']
  const made = await runInProcess(['create-organization', 'Globex', ...host, ...owner], { place })
  expect(made.stdout).toContain('its administrator and the owner of its phones')
  expect(made.stdout).toMatch(/globex\.example\.com.*\/reset-password\//)
  const half = await runInProcess(['create-organization', 'Half', '--owner-name', 'Nobody'], { place })
  expect(half).toMatchObject({ code: 2, stderr: expect.stringContaining('belong together') })
})
