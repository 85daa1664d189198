import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Operation } from '../../../../src/telephony/http/operation.ts'
import { isOpen } from '../../../../src/telephony/http/operation.ts'
import { telephonyOperations } from '../../../../src/telephony/telephony-operations.ts'
import { engines } from '../../../harness/engines.ts'
import type { TelephonyClient } from '../../../harness/telephony-client.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'
import { stateOf } from './company-state.ts'
import { goodBody, type Ids, idsOf, urlOf } from './operation-urls.ts'

const guarded = telephonyOperations
  .filter(({ access }) => !isOpen({ access }))
  .map((operation) => [`${operation.method} ${operation.path}`, operation] as const)

describe.each(engines)('Authentication on %s', (engine) => {
  let world: TelephonyWorld
  let ids: Ids
  let disabled: string
  let before: unknown
  beforeAll(async () => {
    world = await startTelephonyWorld(engine)
    const made = await world.ada.post('/company/contacts', { first_name: 'Dora', activated: false })
    disabled = made.body.id
    ids = await idsOf(world.ada)
    before = await stateOf(world.ada)
  })
  afterAll(async () => {
    await world.stop()
  })

  const call = (client: TelephonyClient, operation: Operation) =>
    client.call(operation.method, urlOf(operation, ids), goodBody(operation))

  const strangers: [string, RegExp, () => TelephonyClient][] = [
    ['no key', /API key is missing/, () => world.ada.with({ authorization: undefined })],
    ['neither key nor user', /API key is missing/, () => world.stranger],
    ['a wrong key', /API key is not valid/, () => world.ada.with({ authorization: 'Bearer wrong' })],
    ['no X-User-Id', /X-User-Id is missing/, () => world.ada.with({ 'x-user-id': undefined })],
    ['an unknown user', /no user of this company/, () => world.ada.with({ 'x-user-id': 'f'.repeat(24) })],
    [
      'a user of another company',
      /no user of this company/,
      () => world.ada.with({ 'x-user-id': world.demo.globex.owner.id }),
    ],
    ['a disabled user', /not enabled/, () => world.ada.with({ 'x-user-id': disabled })],
  ]

  describe.each(strangers)('%s: 401', (_who, detail, client) => {
    it.each(guarded)('%s', async (_name, operation) => {
      const answer = await call(client(), operation)
      expect(answer.status).toBe(401)
      expect(answer.body.detail).toMatch(detail)
      expect(answer.headers['www-authenticate']).toBe('Bearer realm="switchboard"')
    })
  })

  it('none of them has changed anything', async () => {
    expect(await stateOf(world.ada)).toEqual(before)
  })

  const refused = async (headers: Record<string, string>) =>
    expect((await world.ada.with(headers).get('/system/company')).status).toBe(401)

  it.each([
    'dev-acme-key',
    'Basic dev-acme-key',
    'Bearer',
    'Bearer ',
    'Bearer dev-acme-key dev-acme-key',
    'Bearer DEV-ACME-KEY',
    'Bearer dev-acme-ke',
    'Bearer dev-acme-key2',
  ])('Authorization: %s is not a key', (authorization) => refused({ authorization }))

  it.each(['', 'Primary', 'primary ok', '0', 'undefined', '*'])('X-User-Id: "%s" is nobody', (user) =>
    refused({ 'x-user-id': user }),
  )

  it('the scheme may be written in any case', async () => {
    const answer = await world.ada.with({ authorization: 'bearer dev-acme-key' }).get('/system/company')
    expect(answer.body.name).toBe('Acme')
  })

  it("each key belongs to one company: the other company's key sees the other company", async () => {
    expect((await world.ada.get('/system/company')).body.name).toBe('Acme')
    expect((await world.hank.get('/system/company')).body.name).toBe('Globex')
  })

  it('`primary` is the owner, and so is the id of the owner', async () => {
    const { owner } = world.demo.acme
    expect((await world.ada.get('/system/account')).body.id).toBe(owner.id)
    const byId = world.ada.with({ 'x-user-id': owner.id })
    expect((await byId.get('/system/account')).body.id).toBe(owner.id)
    expect((await byId.patch('/company', { description: 'by id' })).status).toBe(200)
  })

  it('any user can be acted as', async () => {
    expect((await world.ben.get('/system/account')).body.first_name).toBe('Ben')
  })

  it('a user who is disabled is out at once, and back when enabled', async () => {
    const { id } = (await world.ada.post('/company/contacts', { first_name: 'Eve' })).body
    const eve = world.ada.with({ 'x-user-id': id })
    const trick = world.ada.with({ 'x-user-id': `${id}:x` })
    expect((await eve.get('/system/account')).status).toBe(200)
    expect((await trick.get('/system/account')).status).toBe(401)
    await world.ada.patch(`/company/contacts/${id}`, { activated: false })
    expect((await eve.get('/system/account')).status).toBe(401)
    expect((await trick.get('/system/account')).status).toBe(401)
    await world.ada.patch(`/company/contacts/${id}`, { activated: true })
    expect((await eve.get('/system/account')).status).toBe(200)
    await world.ada.delete(`/company/contacts/${id}`)
    expect((await eve.get('/system/account')).status).toBe(401)
  })
})
