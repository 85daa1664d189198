import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../../harness/engines.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'
import { stateOf } from '../http/company-state.ts'

const injected = 'Desk"\r\nX-Evil: yes'

describe.each(engines)('What reaches the SIP server, on %s', (engine) => {
  let world: TelephonyWorld
  let path: string
  let before: unknown
  beforeAll(async () => {
    world = await startTelephonyWorld(engine)
    path = `/instances/${world.acmePbx}/bulks/extensions`
    before = await stateOf(world.ada)
  })
  afterAll(() => world.stop())
  const create = (more: object, data: object = {}) =>
    world.ada.post(path, { data: { id: 5001, name: 'Desk', ...data }, ...more })

  it.each([
    ['/data/name', {}, { name: injected }],
    ['/data/callerid', {}, { callerid: injected }],
    ['/data/outboundcid', {}, { outboundcid: injected }],
    ['/data/emergency_cid', {}, { emergency_cid: injected }],
    ['/data/mailbox', {}, { mailbox: '1001@a\nb' }],
    ['/data/user', {}, { user: '1001;transport=tcp' }],
    ['/data/allow', {}, { allow: 'ulaw\nsecret=x' }],
    ['/data/dial', {}, { dial: 'PJSIP/1001\n' }],
    ['/outbound_callerid/name', { outbound_callerid: { name: injected } }, {}],
    ['/outbound_callerid/number', { outbound_callerid: { number: '1\r\n2' } }, {}],
    ['/outbound_callerid/value', { outbound_callerid: { value: '1\n2' } }, {}],
    ['/reserved/to', { reserved: { to: '1\u00012' } }, {}],
  ])('%s: a control character or a wrong form is a 400 that names it', async (pointer, more, data) => {
    const { status, body } = await create(more, data)
    expect(status).toBe(400)
    expect(body).toMatchObject({ title: 'Bad Request', type: 'about:blank' })
    expect(body.errors.map((fault: { pointer: string }) => fault.pointer)).toEqual([pointer])
    expect(body.errors[0].detail).toMatch(/^must be /)
    expect(await stateOf(world.ada)).toEqual(before)
  })

  it.each([
    ['/phone', 'PATCH', '/company', { phone: '1\n2' }],
    ['/phone', 'PATCH', '/company', { phone: 'none' }],
    ['/emergency_contact_number', 'PATCH', '/company', { emergency_contact_number: '\r\n911' }],
    ['/callerid', 'POST', '/company/locations', { name: 'New', callerid: injected }],
    ['/fax', 'POST', '/company/locations', { name: 'New', fax: 'fax' }],
    [
      '/contacts/phones/work',
      'POST',
      '/company/contacts',
      { first_name: 'New', contacts: { phones: { work: '1\n2' } } },
    ],
  ] as const)('%s of %s %s: no phone number', async (pointer, method, url, body) => {
    const answer = await world.ada.call(method, url, body)
    expect(answer.status).toBe(400)
    expect(answer.body.errors[0].pointer).toBe(pointer)
    expect(await stateOf(world.ada)).toEqual(before)
  })

  it.each(['+1 (202) 555-0100', '202.555.0100 ext. 5', ''])('%j is a phone number', async (phone) => {
    const answer = await world.hank.patch('/company', { phone })
    expect(answer.body.phone).toBe(phone)
  })

  it.each([112, 911, 999, 933])('%i is an emergency number: 400, also in imports', async (id) => {
    const { status, body } = await create({}, { id })
    expect(status).toBe(400)
    expect(body.errors).toEqual([{ pointer: '/data/id', detail: `${id} is an emergency number` }])
    const report = await world.ada.post(`${path}/import?dry_run=true`, [{ data: { id, name: 'Help' } }])
    expect(JSON.stringify(report.body)).toContain('emergency number')
    expect(await stateOf(world.ada)).toEqual(before)
  })

  it('the emergency numbers are those of the place', async () => {
    const { pbx_id: pbx } = (
      await world.hank.post('/company/locations', { name: 'Berlin', country: 'Germany' })
    ).body
    const list = `/instances/${pbx}/bulks/extensions`
    const make = async (id: number) => (await world.hank.post(list, { data: { id, name: 'Desk' } })).status
    expect(await make(110)).toBe(400)
    expect(await make(933)).toBe(201)
    expect((await create({}, { id: 110 })).status).toBe(201)
  })

  it('a location of another instance: 400', async () => {
    const other = (await world.ada.post('/company/locations', { name: 'Other' })).body
    const { status, body } = await create({ location_id: other.id }, { id: 5002 })
    expect(status).toBe(400)
    expect(body.errors).toEqual([{ pointer: '/location_id', detail: 'is the location of another instance' }])
  })

  it.each([
    ['"Front desk" <4155550100>', 'Front desk', '4155550100'],
    ['Front desk <4155550100>', 'Front desk', '4155550100'],
    ['  "A"  <1>  ', 'A', '1'],
    ['<1>', '', '1'],
    ['"" <1>', '', '1'],
    ['4155550100', '', '4155550100'],
    ['"A" "B" <1>', '', '"A" "B" <1>'],
    ['A <1> <2>', '', 'A <1> <2>'],
    ['"A" <1', '', '"A" <1'],
    [' '.repeat(1000), '', ' '.repeat(1000)],
    [`"${' '.repeat(998)}<`, '', `"${' '.repeat(998)}<`],
  ])('the caller id %j is %j and %j', async (outboundcid, name, number) => {
    const id = 5100
    const { body } = await create({}, { id, outboundcid })
    expect(body.outbound_callerid).toEqual({ name, number, value: outboundcid })
    await world.ada.delete(`${path}/${body._id}`)
  })
})
