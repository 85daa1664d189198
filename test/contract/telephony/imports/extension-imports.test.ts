import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../../harness/engines.ts'
import { entriesOf } from '../../../harness/outbox-entries.ts'
import type { TelephonyClient } from '../../../harness/telephony-client.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'

describe.each(engines)('importing extensions on %s', (engine) => {
  let world: TelephonyWorld
  let path: string
  let extensions: string
  beforeAll(async () => {
    world = await startTelephonyWorld(engine)
    extensions = `/instances/${world.acmePbx}/bulks/extensions`
    path = `/instances/${world.acmePbx}/bulks/extensions/import`
  })
  afterAll(() => world.stop())

  const send = (text: string, query = '', client: TelephonyClient = world.ada) =>
    client.call('POST', `${path}${query}`, text, { 'content-type': 'text/csv' })
  const accounts = () => world.telephony.database.read.selectFrom('pbx_accounts').selectAll().execute()
  const state = async () => ({
    accounts: await accounts(),
    entries: await entriesOf(world.telephony.database, 'pbx_accounts'),
    extensions: (await world.ada.get(extensions)).body,
  })

  it('POST /instances/:instance_uuid/bulks/extensions/import creates what a CSV file lists', async () => {
    const { status, body } = await send(
      [
        'number,name,description,email,voicemail_email,outboundcid,purpose,location,secret,voicemail,concurrency_limit,vmx_play_instructions',
        '2001,Front desk,By the door,BEN@example.com,desk@example.com,"""Desk"" <2015550123>",mobile-app,headquarters,Secret-0123456789,default,5,yes',
        '2002,Kitchen,,,,,,,,,,',
      ].join('\r\n'),
    )
    expect(status).toBe(200)
    expect(body).toMatchObject({ dry_run: false, total: 2, created: 2 })
    const { body: found } = await world.ada.get(extensions, { search: 'front desk' })
    expect(found).toEqual([
      expect.objectContaining({
        _id: body.rows[0].id,
        purpose: 'mobile-app',
        location_id: world.demo.acme.location.id,
        user: expect.objectContaining({ id: world.demo.acme.ben.id }),
        data: expect.objectContaining({
          id: 2001,
          description: 'By the door',
          voicemail_email: 'desk@example.com',
          outboundcid: '"Desk" <2015550123>',
          secret: 'Secret-0123456789',
          voicemail: 'default',
          voicemail_enable: 'yes',
          concurrency_limit: 5,
          vmx_play_instructions: true,
        }),
      }),
    ])
    expect(JSON.stringify(body)).not.toContain('Secret-0123456789')
  })

  it('the PBX knows each with its own secret', async () => {
    const { body } = await world.ada.get(extensions, { search: 'kitchen' })
    const { secret } = body[0].data
    const domain = body[0]['qr-config'].server
    const account = (await accounts()).find((one) => one.domain === domain && one.number === 2002)
    expect(account?.ha1).toBe(createHash('md5').update(`2002:switchboard:${secret}`).digest('hex'))
    expect(account?.display_name).toBe('Kitchen')
  })

  it('takes a list of the ordinary objects, from any user', async () => {
    const list = [
      { data: { id: 2003, name: 'Mine' }, user: { id: world.demo.acme.ben.id } },
      { data: { id: 2004, name: 'Free' }, outbound_callerid: { number: '1' } },
    ]
    const { status, body } = await world.ben.post(path, list)
    expect({ status, created: body.created }).toEqual({ status: 200, created: 2 })
    const { body: mine } = await world.ben.get(`/account/${world.demo.acme.ben.id}/extensions`)
    expect(mine.map((one: { data: { id: number } }) => one.data.id)).toContain(2003)
  })

  it('dry_run=true only tells what is wrong where', async () => {
    const before = await state()
    const text = [
      'number,name,email,location,secret,concurrency_limit',
      '2101,Fine,,,,',
      '7,,nobody@example.com,Moon,short,many',
      '1001,Taken,,,,',
      '2101,Twice,,,,',
      ',None,,,,',
    ].join('\n')
    const { status, body } = await send(text, '?dry_run=true')
    expect(status).toBe(200)
    expect(body).toMatchObject({ dry_run: true, total: 5, valid: 1, invalid: 4, created: 0 })
    const faults = body.rows.flatMap(
      ({ errors }: { errors: { pointer: string; detail: string }[] }) => errors,
    )
    expect(
      faults.map(({ pointer, detail }: { pointer: string; detail: string }) => `${pointer} ${detail}`),
    ).toEqual([
      '/1/email nobody@example.com belongs to nobody in the organization (line 3)',
      '/1/location Moon names no location of the organization (line 3)',
      '/1/name is required (line 3)',
      '/1/concurrency_limit must be a whole number (line 3)',
      '/1/secret must have at least 16 characters (line 3)',
      '/1/number must be at least 10 (line 3)',
      '/2/number 1001 is taken: extension 1001 already exists (line 4)',
      '/3/number 2101 is also in row 0 (line 5)',
      '/4/number is required (line 6)',
    ])
    expect(await state()).toEqual(before)
  })

  it('one wrong row and nothing is created, neither here nor in the PBX', async () => {
    const before = await state()
    const list = [
      { data: { id: 2201, name: 'Good' } },
      { data: { id: 2202, name: 'Bad', tech: 'telepathy' } },
      { data: { id: 2203, name: 'Foreign' }, user: { id: world.demo.globex.owner.id } },
      { data: { id: 2204, name: 'Elsewhere' }, location_id: world.demo.globex.location.id, _id: 'x' },
      { data: { id: 1002, name: 'Taken' } },
    ]
    const { status, body } = await world.ada.post(path, list)
    expect(status).toBe(400)
    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/1/data/tech',
      '/2/user/id',
      '/3/location_id',
      '/3/_id',
      '/4/data/id',
    ])
    expect(await state()).toEqual(before)
  })

  it('password and secret are one credential here, too', async () => {
    const given = 'One-credential-of-two-names'
    const csv = `number,name,password,secret\n6401,A,${given},\n6402,B,,${given}\n6403,C,,\n6404,D,${given},${given}\n`
    const { status } = await send(csv)
    expect(status).toBe(200)
    for (const number of [6401, 6402, 6403, 6404]) {
      const [{ data }] = (await world.ada.get(extensions, { search: number })).body
      expect(data.password).toBe(data.secret)
      if (number !== 6403) expect(data.secret).toBe(given)
    }
    const two = [{ data: { id: 6405, name: 'E', password: given, secret: `${given}-2` } }]
    const { body } = await world.ada.post(path, two)
    expect(body.errors).toEqual([{ pointer: '/0/data/password', detail: expect.any(String) }])
  })

  it('is of an instance of the company', async () => {
    const foreign = `/instances/${world.globexPbx}/bulks/extensions/import`
    const list = [{ data: { id: 2301, name: 'Spy' } }]
    expect((await world.ada.post(foreign, list)).status).toBe(404)
    expect((await world.stranger.post(path, list)).status).toBe(401)
    // The same number in another company is another extension.
    expect((await world.hank.post(foreign, [{ data: { id: 1002, name: 'Ours' } }])).status).toBe(200)
  })

  it('two who import the same numbers at once do not wait for each other for ever', async () => {
    const list = (order: number[]) => order.map((id) => ({ data: { id, name: `Room ${id}` } }))
    const numbers = Array.from({ length: 20 }, (_, index) => 2400 + index)
    const answers = await Promise.all([
      world.ada.post(path, list(numbers)),
      world.ben.post(path, list([...numbers].reverse())),
      world.ada.post(extensions, { data: { id: 2410, name: 'Alone' } }),
    ])
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200 || status === 201)).toHaveLength(1)
    expect(statuses.filter((status) => status === 400)).toHaveLength(2)
    expect((await state()).entries).toEqual([])
  })

  it('five hundred extensions are imported by one request', async () => {
    const list = Array.from({ length: 500 }, (_, index) => ({
      data: { id: 30_000 + index, name: `Bed ${index}` },
    }))
    const { status, body } = await world.ada.post(path, list)
    expect({ status, created: body.created }).toEqual({ status: 200, created: 500 })
    const { body: last } = await world.ada.get(extensions, { search: '30499' })
    expect(last[0]._id).toBe(body.rows[499].id)
    expect((await accounts()).filter(({ number }) => number >= 30_000)).toHaveLength(500)
  })
})
