import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PbxFailure } from '../../../../src/telephony/phones/pbx/pbx.ts'
import { engines } from '../../../harness/engines.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'

describe.each(engines)('GET /instances on %s', (engine) => {
  let world: TelephonyWorld
  beforeAll(async () => {
    world = await startTelephonyWorld(engine, {
      SIP_DOMAIN: 'sip.example.com',
      SIP_PROXY: 'pbx.example.com:5061',
    })
  })
  afterAll(() => world.stop())

  it('200: the instances of the company with every field, for every user', async () => {
    for (const client of [world.ada, world.ben]) {
      const { status, body } = await client.get('/instances')
      expect(status).toBe(200)
      expect(body).toEqual([
        {
          _id: expect.stringMatching(/^[0-9a-f]{24}$/),
          uuid: world.acmePbx,
          accountcode: expect.stringMatching(/^A\d{8}$/),
          channel_driver: 'pjsip',
          company_id: world.demo.acme.company.public_id,
          company_name: 'Acme',
          external_domain: 'pbx.example.com',
          fqdn: 's01.acme-1.sip.example.com',
          hostname: 's01',
          internal_domain: 's01.acme-1.sip.example.com',
          ip: 'pbx.example.com',
          proxy_ip: 'pbx.example.com',
        },
      ])
    }
  })

  it('GET /instances/{instance_uuid}/status: whether the PBX responds', async () => {
    const path = `/instances/${world.acmePbx}/status`
    expect((await world.ben.get(path)).body).toEqual({ reachable: true, detail: '', warnings: [] })
    const { pbx } = world.telephony
    const ping = pbx.ping
    pbx.ping = () => Promise.reject(new PbxFailure('The PBX does not respond'))
    expect((await world.ben.get(path)).body).toEqual({
      reachable: false,
      detail: 'The PBX does not respond',
      warnings: [],
    })
    pbx.ping = ping
    expect((await world.hank.get(path)).status).toBe(404)
  })

  it('the uuid is one of version 5', () => {
    expect(world.acmePbx).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(world.acmePbx).not.toBe(world.globexPbx)
  })

  it('GET /system/instances: the same list under the older path', async () => {
    expect((await world.ada.get('/system/instances')).body).toEqual((await world.ada.get('/instances')).body)
  })

  it('one per location, in the order of creation, each with a domain of its own', async () => {
    await world.ada.post('/company/locations', { name: 'Second' })
    await world.ada.post('/company/locations', { name: 'Third' })
    const { body } = await world.ada.get('/instances')
    expect(body.map((one: { hostname: string }) => one.hostname)).toEqual(['s01', 's02', 's03'])
    expect(new Set(body.map((one: { fqdn: string }) => one.fqdn)).size).toBe(3)
    const locations = (await world.ada.get('/company/locations')).body
    expect(locations.map((one: { pbx_id: string }) => one.pbx_id).sort()).toEqual(
      body.map((one: { uuid: string }) => one.uuid).sort(),
    )
  })

  it('the company name is the present one; the domain stays what phones know', async () => {
    await world.ada.patch('/company', { name: 'Acme II' })
    const [first] = (await world.ada.get('/instances')).body
    expect(first).toMatchObject({ company_name: 'Acme II', fqdn: 's01.acme-1.sip.example.com' })
  })

  it('a host name is never given twice, also when its location is gone', async () => {
    const { id } = (await world.ada.post('/company/locations', { name: 'Fourth' })).body
    await world.ada.delete(`/company/locations/${id}`)
    await world.ada.post('/company/locations', { name: 'Fifth' })
    expect((await world.ada.get('/instances')).body.at(-1).hostname).toBe('s05')
  })
})
