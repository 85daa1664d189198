import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../../harness/engines.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'

describe.each(engines)('POST /instances/{instance_uuid}/bulks/extensions on %s', (engine) => {
  let world: TelephonyWorld
  let path: string
  beforeAll(async () => {
    world = await startTelephonyWorld(engine)
    path = `/instances/${world.acmePbx}/bulks/extensions`
  })
  afterAll(() => world.stop())
  const create = (body: unknown, client = world.ada) => client.post(path, body)
  const find = async (number: number) => {
    const { status, body } = await world.ada.get(path, { search: String(number) })
    return status === 404 ? undefined : body.find((one: { data: { id: number } }) => one.data.id === number)
  }

  it('201: number and name are enough; it is then in the list', async () => {
    const { status, body } = await create({ data: { id: 2001, name: ' Desk ' } })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      pbx: world.acmePbx,
      purpose: 'ip-phone',
      location_id: world.demo.acme.location.id,
      user: null,
      outbound_callerid: null,
      reserved: null,
      data: { id: 2001, extension: 2001, name: 'Desk', description: '' },
    })
    expect(await find(2001)).toEqual(body)
  })

  it('201: the request shape of the specification', async () => {
    const data = {
      id: 2002,
      name: 'Front desk',
      description: 'By the door',
      voicemail_email: 'desk@example.com',
      outboundcid: '"Front desk" <4155550100>',
    }
    const { location } = world.demo.acme
    const { status, body } = await create({ data, location_id: location.id, purpose: 'mobile-app' })
    expect(status).toBe(201)
    expect(body).toMatchObject({ data, location_id: location.id, purpose: 'mobile-app' })
    expect(body.outbound_callerid).toEqual({
      name: 'Front desk',
      number: '4155550100',
      value: '"Front desk" <4155550100>',
    })
  })

  it('201: by any user of the company, with a user, a caller id and a reservation', async () => {
    const { status, body } = await create(
      {
        data: { id: 2003, name: 'Of Ben' },
        user: { id: world.demo.acme.ben.id, first_name: 'whatever the client knows' },
        outbound_callerid: { number: '4155550101' },
        reserved: { to: 'somebody' },
        pbx: world.acmePbx,
      },
      world.ben,
    )
    expect(status).toBe(201)
    expect(body).toMatchObject({
      user: { id: world.demo.acme.ben.id, first_name: 'Ben' },
      outbound_callerid: { name: '', number: '4155550101', value: '4155550101' },
      reserved: { config_id: '', to: 'somebody' },
    })
  })

  it('201: it is in the PBX as well, with the hash of its secret and its name', async () => {
    const { body } = await create({ data: { id: 2004, name: 'In the PBX' } })
    const { createHash } = await import('node:crypto')
    const { number, ha1, display_name } = (await world.telephony.database.read
      .selectFrom('pbx_accounts')
      .selectAll()
      .where('number', '=', 2004)
      .executeTakeFirst())!
    expect({ number, display_name }).toEqual({ number: 2004, display_name: 'In the PBX' })
    expect(ha1).toBe(createHash('md5').update(`2004:switchboard:${body.data.secret}`).digest('hex'))
  })

  it.each([10, 999_999])('201: %d is a number of 2 to 6 digits', async (id) => {
    expect((await create({ data: { id, name: 'Edge' } })).status).toBe(201)
  })

  it.each([9, 0, -1001, 1_000_000, '1001', 1001.5])('400: %j is none', async (id) => {
    const { status, body } = await create({ data: { id, name: 'Edge' } })
    expect(status).toBe(400)
    expect(body.errors[0].pointer).toBe('/data/id')
  })

  it('400: the number is taken on that instance', async () => {
    const before = await find(1001)
    const { status, body } = await create({ data: { id: 1001, name: 'Second' } })
    expect(status).toBe(400)
    expect(body.errors[0].pointer).toBe('/data/id')
    expect(body.detail).toContain('Extension 1001 already exists'.toLowerCase())
    expect(await find(1001)).toEqual(before)
  })

  it('two at once with one number: one of them, and it works', async () => {
    const body = { data: { id: 2010, name: 'Race' } }
    const answers = await Promise.all([create(body), create(body, world.ben)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400])
    const made = answers.find(({ status }) => status === 201)!
    expect((await find(2010))._id).toBe(made.body._id)
  })

  it('400: data.extension must be the same number as data.id', async () => {
    const answer = await create({ data: { id: 2011, extension: 2012, name: 'Two numbers' } })
    expect(answer.status).toBe(400)
    expect(answer.body.errors[0].pointer).toBe('/data/extension')
    expect((await create({ data: { id: 2011, extension: 2011, name: 'One' } })).status).toBe(201)
  })

  it.each(['_id', 'extensions', 'location', 'phone', 'qr-config', 'subscriber', 'pbx'])(
    '400: %s is set by the server',
    async (name) => {
      const answer = await create({ data: { id: 2013, name: 'Wrong' }, [name]: 'mine' })
      expect(answer.status).toBe(400)
      expect(answer.body.errors).toEqual([{ pointer: `/${name}`, detail: 'is set by the server' }])
      expect(await find(2013)).toBeUndefined()
    },
  )

  it.each([
    ['/purpose', { purpose: 'softphone' }],
    ['/user/id', { user: {} }],
    ['/user/id', { user: { id: 'nobody' } }],
    ['/location_id', { location_id: 'nowhere' }],
    ['/outbound_callerid/who', { outbound_callerid: { who: 'me' } }],
  ])('400: invalid values: %s', async (pointer, fields) => {
    const { status, body } = await create({ data: { id: 2014, name: 'Wrong' }, ...fields })
    expect(status).toBe(400)
    expect(body.errors[0].pointer).toBe(pointer)
    expect(await find(2014)).toBeUndefined()
  })

  it('404: there is no such instance', async () => {
    const answer = await world.ada.post('/instances/none/bulks/extensions', { data: { id: 2015, name: 'X' } })
    expect(answer.status).toBe(404)
  })

  it('a user who goes while the PBX is being told leaves the extension unassigned, not half-assigned', async () => {
    const { id } = (await world.ada.post('/company/contacts', { first_name: 'Leaver' })).body
    const { pbx } = world.telephony
    const put = pbx.put.bind(pbx)
    pbx.put = async (account) => {
      pbx.put = put
      expect((await world.ada.delete(`/company/contacts/${id}`)).status).toBe(200)
      await put(account)
    }
    const { status, body } = await create({ data: { id: 2016, name: 'Left' }, user: { id } })
    expect(status).toBe(201)
    expect(body.user).toBeNull()
    const free = (await world.ada.get(path, { filter_by: 'unassigned', search: '2016' })).body
    expect(free).toHaveLength(1)
  })

  it('a location that goes while the PBX is being told: 409, and the PBX has nothing left', async () => {
    const location = (await world.ada.post('/company/locations', { name: 'Going' })).body
    const { pbx } = world.telephony
    const put = pbx.put.bind(pbx)
    pbx.put = async (account) => {
      pbx.put = put
      await put(account)
      expect((await world.ada.delete(`/company/locations/${location.id}`)).status).toBe(200)
    }
    const answer = await world.ada.post(`/instances/${location.pbx_id}/bulks/extensions`, {
      data: { id: 2017, name: 'Gone' },
    })
    expect(answer.status).toBe(409)
    const left = await world.telephony.database.read
      .selectFrom('pbx_accounts')
      .select('number')
      .where('number', '=', 2017)
      .execute()
    expect(left).toEqual([])
  })
})

describe.each(engines)('POST /instances/{instance_uuid}/bulks/extensions/check on %s', (engine) => {
  let world: TelephonyWorld
  beforeAll(async () => {
    world = await startTelephonyWorld(engine)
    await world.ada.post('/company/contacts', { first_name: 'Free', work_email: 'free@example.com' })
  })
  afterAll(() => world.stop())
  const check = (body: unknown) => world.ben.post(`/instances/${world.acmePbx}/bulks/extensions/check`, body)

  it.each([
    ['a free user and a free extension', 'free@example.com', 1003],
    ['in any case of letters', 'FREE@example.com', 1003],
    ['an extension that does not exist yet', 'free@example.com', 4711],
    ['an address that nobody has yet', 'new@example.com', 1003],
  ])('200: the user has no assignments: %s', async (_what, email, id) => {
    expect(await check({ email, id })).toMatchObject({ status: 200, body: { assigned: false } })
  })

  it('400: the user has an extension, which is named', async () => {
    const { status, body } = await check({ email: 'ben@example.com', id: 1003 })
    expect(status).toBe(400)
    expect(body.detail).toContain('ben@example.com has extension 1002')
    expect(body.errors).toEqual([{ pointer: '/email', detail: 'ben@example.com has extension 1002' }])
  })

  it('400: the extension belongs to somebody else, who is named', async () => {
    const { status, body } = await check({ email: 'free@example.com', id: 1001 })
    expect(status).toBe(400)
    expect(body.errors).toEqual([{ pointer: '/id', detail: 'extension 1001 belongs to Ada Lovelace' }])
  })

  it('400: both at once, both are named', async () => {
    const { body } = await check({ email: 'ben@example.com', id: 1001 })
    expect(body.errors.map((one: { pointer: string }) => one.pointer)).toEqual(['/email', '/id'])
  })

  it.each([
    ['no payload', undefined],
    ['no email', { id: 1003 }],
    ['no id', { email: 'free@example.com' }],
    ['an empty address', { email: '', id: 1003 }],
    ['a text for the number', { email: 'free@example.com', id: '1003' }],
  ])('400: %s', async (_what, body) => {
    expect((await check(body)).status).toBe(400)
  })

  it('404: there is no such instance', async () => {
    const answer = await world.ada.post('/instances/none/bulks/extensions/check', {
      email: 'free@example.com',
      id: 1003,
    })
    expect(answer.status).toBe(404)
  })

  it('a check changes nothing', async () => {
    const list = async () => (await world.ada.get(`/instances/${world.acmePbx}/extensions`)).body
    const before = await list()
    await check({ email: 'free@example.com', id: 1003 })
    expect(await list()).toEqual(before)
  })
})
