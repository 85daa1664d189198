import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../../harness/engines.ts'
import { elementsOf, readXml, type XmlElement } from '../../../harness/read-xml.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'

/** A name that begins a setting, closes a tag, or means something in one of the formats. */
const HOSTILE = `Eve "&' <x/> %NULL% account.1.password = stolen ]]> 100% ü`

/**
 * What is tested: `/instances/{pbx}/devices/{id}`, and below it `/instances/{pbx}/devices/{id}/address`,
 * `/instances/{pbx}/devices/{id}/new-secret`, `/instances/{pbx}/devices/{id}/registrations` and
 * `/provisioning/{secret}/{file}`.
 */
describe.each(engines)('phones that set themselves up, on %s', (engine) => {
  let world: TelephonyWorld
  let all: string
  let made = 0
  beforeAll(async () => {
    world = await startTelephonyWorld(engine, {
      SIP_PROXY: 'sip.example.com:5060',
      PUBLIC_URL: 'https://phones.example.com',
      PROVISIONING_OVER_HTTP: 'no',
      NTP_SERVER: 'time.example.com',
    })
    all = `/instances/${world.acmePbx}/devices`
    const { _id: id } = await extension(1003)
    const named = await world.ada.patch(`/instances/${world.acmePbx}/bulks/extensions/${id}`, {
      data: { name: HOSTILE, media_encryption: 'sdes', transport: 'tls' },
    })
    expect(named.body).toMatchObject({ data: { name: HOSTILE } })
  })
  afterAll(() => world.stop())

  const extension = async (number: number) =>
    (await world.ada.get(`/instances/${world.acmePbx}/bulks/extensions`, { search: number })).body[0]
  const macOf = (number: number) => `0015651${String(number).padStart(5, '0')}`
  async function create(fields: Record<string, unknown> = {}) {
    made += 1
    const device = {
      vendor: 'yealink',
      label: `Desk ${made}`,
      mac: macOf(made),
      extensions: [1002],
      ...fields,
    }
    const { status, body } = await world.ada.post(all, device)
    expect(status).toBe(201)
    return body
  }
  const addressOf = async (id: string) => (await world.ada.get(`${all}/${id}/address`)).body
  const fetchFile = (url: string, file: string, options: { remoteAddress?: string; headers?: object } = {}) =>
    world.app.inject({
      url: `${new URL(url).pathname}${file}`,
      headers: { 'user-agent': 'Yealink SIP-T46U', ...options.headers },
      ...(options.remoteAddress && { remoteAddress: options.remoteAddress }),
    })
  async function settingsOf(fields: Record<string, unknown>, file = 0): Promise<string> {
    const device = await create({
      extensions: [1002, 1003],
      lamps: [1001, 1003],
      time_zone: 'Europe/Berlin',
      language: 'de',
      ...fields,
    })
    const { url, files } = await addressOf(device.id)
    const response = await fetchFile(url, files[file])
    expect(response.statusCode).toBe(200)
    expect(response.headers['cache-control']).toBe('no-store')
    return response.body
  }
  const secretOf = async (number: number) => (await extension(number)).data.secret as string
  const valuesOf = (root: XmlElement, names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, elementsOf(root, name).map(({ text }) => text)]))

  it('a Yealink phone gets accounts, busy lamps, time and the phone book', async () => {
    const text = await settingsOf({})
    const lines = text.split('\n')
    expect(lines[0]).toBe('#!version:1.0.0.1')
    const settings = Object.fromEntries(lines.slice(1, -1).map((line) => line.split(/ = (.*)/, 2)))
    const domain = (await world.ada.get('/instances')).body[0].internal_domain
    expect(settings).toMatchObject({
      'account.1.user_name': '1002',
      'account.1.password': await secretOf(1002),
      'account.1.sip_server.1.address': domain,
      'account.1.outbound_proxy.1.address': 'sip.example.com',
      'account.1.outbound_proxy.1.port': '5060',
      'account.1.sip_server.1.transport_type': '0',
      'account.1.srtp_encryption': '0',
      'account.2.password': await secretOf(1003),
      'account.2.outbound_proxy.1.port': '5061',
      'account.2.sip_server.1.transport_type': '2',
      'account.2.srtp_encryption': '2',
      'linekey.1.type': '15',
      'linekey.3.type': '16',
      'linekey.3.value': '1001',
      'lang.gui': 'German',
      'local_time.ntp_server1': 'time.example.com',
      'local_time.time_zone': '+1',
      'local_time.start_time': '3/5/7/2',
      'local_time.end_time': '10/5/7/3',
      'local_time.offset_time': '60',
    })
    // Each setting once: no name has become another one.
    const names = lines.slice(1, -1).map((line) => line.split(' = ')[0])
    expect(new Set(names).size).toBe(names.length)
    const book = await settingsOf({}, 1)
    const entries = elementsOf(readXml(book), 'DirectoryEntry').map(({ children }) =>
      children.map((one) => one.text),
    )
    expect(entries).toContainEqual([expect.any(String), '1001'])
    expect(entries.find(([, number]) => number === '1003')?.[0]).toContain('<x/>')
  })

  it('Snom, Grandstream and Polycom phones get the same in their formats', async () => {
    const secret = await secretOf(1003)
    const snom = readXml(await settingsOf({ vendor: 'snom' }))
    expect(snom.name).toBe('settings')
    expect(valuesOf(snom, ['user_name', 'user_savp', 'utc_offset', 'dst', 'language'])).toEqual({
      user_name: ['1002', '1003'],
      user_savp: ['off', 'mandatory'],
      utc_offset: ['3600'],
      dst: ['3600 03.05.07 02:00:00 10.05.07 03:00:00'],
      language: ['Deutsch'],
    })
    expect(elementsOf(snom, 'user_pass')[1]!.text).toBe(secret)
    expect(elementsOf(snom, 'fkey').map(({ text }) => text.split('@')[0])).toEqual([
      'line',
      'line',
      'blf sip:1001',
      'blf sip:1003',
    ])
    const grandstream = readXml(await settingsOf({ vendor: 'grandstream' }))
    expect(
      valuesOf(grandstream, ['P35', 'P404', 'P48', 'P130', 'P448', 'P443', 'P246', 'P1367', 'P1470']),
    ).toEqual({
      P35: ['1002'],
      P404: ['1003'],
      P48: ['sip.example.com:5060'],
      P130: ['0'],
      P448: ['2'],
      P443: ['2'],
      P246: ['STD-1DST-2,M3.5.0/2,M10.5.0/3'],
      P1367: ['11'],
      P1470: ['1001'],
    })
    expect(elementsOf(grandstream, 'P406')[0]!.text).toBe(secret)
    const master = readXml(await settingsOf({ vendor: 'polycom' }))
    expect(master.attributes.CONFIG_FILES).toMatch(/^[0-9a-f]{12}-settings\.cfg$/)
    const polycom = readXml(await settingsOf({ vendor: 'polycom' }, 1))
    const attributes = Object.assign({}, ...polycom.children.map((one) => one.attributes))
    expect(attributes).toMatchObject({
      'reg.2.address': '1003',
      'reg.2.auth.password': secret,
      'reg.2.server.1.transport': 'TLS',
      'reg.2.srtp.require': '1',
      'attendant.resourceList.1.label': expect.any(String),
      'call.directedCallPickupString': '**',
      'prov.polling.enabled': '1',
      'prov.polling.period': '86400',
      'tcpIpApp.sntp.gmtOffset': '3600',
      'tcpIpApp.sntp.daylightSavings.start.dayOfWeek.lastInMonth': '1',
      'lcl.ml.lang': 'German_Germany',
    })
    expect(attributes['reg.2.displayName']).toContain('account.1.password = stolen')
    expect(elementsOf(readXml(await settingsOf({ vendor: 'polycom' }, 2)), 'ct').length).toBeGreaterThan(2)
  })

  it('Linphone and Groundwire get theirs by a QR code', async () => {
    const linphone = readXml(await settingsOf({ vendor: 'linphone', mac: undefined, extensions: [1003] }))
    const entries = Object.fromEntries(
      elementsOf(linphone, 'section').map(({ attributes, children }) => [
        attributes.name,
        Object.fromEntries(children.map((one) => [one.attributes.name, one.text])),
      ]),
    )
    expect(entries.sip).toMatchObject({ media_encryption: 'srtp', media_encryption_mandatory: '1' })
    expect(entries.auth_info_0).toMatchObject({ username: '1003', passwd: await secretOf(1003) })
    expect(entries.proxy_0.reg_proxy).toBe('<sip:sip.example.com:5061;transport=tls>')
    expect(entries.proxy_0.reg_identity.match(/"/g)).toHaveLength(2)
    const account = readXml(await settingsOf({ vendor: 'groundwire', mac: undefined, extensions: [1003] }))
    expect(valuesOf(account, ['username', 'transport', 'sdesOutgoing'])).toEqual({
      username: ['1003'],
      transport: ['tls+sip:'],
      sdesOutgoing: ['required'],
    })
    const app = await create({ vendor: 'linphone', mac: undefined })
    const { url, qr, files } = await addressOf(app.id)
    expect(qr).toBe(`${url}${files[0]}`)
    expect(url).toMatch(/^https:\/\/phones\.example\.com\/provisioning\/[\w-]{43}\/$/)
  })

  it('a wrong secret, file and MAC address get the same 404, and guesses are limited', async () => {
    const device = await create()
    const other = await create()
    const { url, files } = await addressOf(device.id)
    const wrong = url.replace(/provisioning\/./, 'provisioning/~')
    const noMatch = url.replace(/provisioning\/[\w-]{43}/, `provisioning/${'x'.repeat(43)}`)
    const bodies = new Set<string>()
    for (const [address, file] of [
      [wrong, files[0]],
      [noMatch, files[0]],
      [url, 'y000000000108.cfg'],
      [url, `${other.mac.replaceAll(':', '')}.cfg`],
      [url, '..%2f..%2fetc%2fpasswd'],
    ]) {
      const response = await fetchFile(address, file)
      expect(response.statusCode).toBe(404)
      bodies.add(response.body)
    }
    expect(bodies.size).toBe(1)
    // A right secret never counts as a guess, whatever the phone asks for.
    for (let attempt = 0; attempt < 25; attempt += 1) await fetchFile(url, 'unknown.cfg')
    expect((await fetchFile(url, files[0])).statusCode).toBe(200)
    const from = { remoteAddress: '203.0.113.9', headers: { 'x-forwarded-proto': 'https' } }
    const guesses: number[] = []
    for (let attempt = 0; attempt < 25; attempt += 1) {
      guesses.push((await fetchFile(noMatch, files[0], { headers: {} })).statusCode)
    }
    expect(guesses.at(-1)).toBe(429)
    world.clock.advance(61)
    expect((await fetchFile(url, files[0])).statusCode).toBe(200)
    // Not over HTTP, and an untrusted client cannot claim to have used HTTPS.
    const refused = await fetchFile(url, files[0], from)
    expect(refused.statusCode).toBe(403)
    expect(refused.body).toContain('PROVISIONING_OVER_HTTP')
    expect((await fetchFile(noMatch, files[0], from)).body).toBe(refused.body)
  })

  it('a secret ends with the device, with a new one, and when an extension goes to another user', async () => {
    const device = await create()
    const first = await addressOf(device.id)
    const isServed = async ({ url, files }: { url: string; files: string[] }) =>
      (await fetchFile(url, files[0]!)).statusCode === 200
    expect(await isServed(first)).toBe(true)
    expect((await world.ada.post(`${all}/${device.id}/new-secret`)).status).toBe(200)
    const second = await addressOf(device.id)
    expect([await isServed(first), await isServed(second)]).toEqual([false, true])
    const changed = await world.ada.patch(`${all}/${device.id}`, { ...device, extensions: [1002, 1001] })
    expect(changed.status).toBe(200)
    const third = await addressOf(device.id)
    expect([await isServed(second), await isServed(third)]).toEqual([false, true])
    const { _id: id } = await extension(1002)
    const give = (userId: string | null) =>
      world.ada.patch(`/instances/${world.acmePbx}/bulks/extensions/${id}`, {
        user: userId === null ? null : { id: userId },
      })
    expect((await give(world.demo.acme.owner.id)).status).toBe(200)
    expect((await world.ada.get(`${all}/${device.id}`)).body.can_fetch).toBe(false)
    expect(await isServed(third)).toBe(false)
    expect((await give(world.demo.acme.ben.id)).status).toBe(200)
    await world.ada.post(`${all}/${device.id}/new-secret`)
    const fourth = await addressOf(device.id)
    expect(await isServed(fourth)).toBe(true)
    expect((await world.ada.delete(`${all}/${device.id}`)).status).toBe(200)
    expect(await isServed(fourth)).toBe(false)
    const audit = JSON.stringify((await world.ada.get('/audit', { action: 'device' })).body)
    expect(audit).toContain('device.deleted')
    for (const { url } of [first, second, third, fourth]) expect(audit).not.toContain(url.split('/').at(-2))
  })

  it('a list has pages and filters, and wrong input names the fields', async () => {
    const device = await create({
      label: 'Reception',
      vendor: 'snom',
      mac: 'AA-BB-CC-DD-EE-FF',
      model: 'D735',
    })
    expect(device).toMatchObject({ mac: 'aa:bb:cc:dd:ee:ff', time_zone: null, extensions: [1002] })
    for (const search of ['recep', 'd735', 'bb:cc', 'bbcc']) {
      expect((await world.ada.get(all, { search })).body.map(({ id }: { id: string }) => id)).toEqual([
        device.id,
      ])
    }
    const page = await world.ada.get(all, { vendor: 'snom', page_size: 1 })
    expect(page.body).toHaveLength(1)
    expect(Number(page.headers['x-pagination-total-count'])).toBeGreaterThan(1)
    const faults = await world.ada.post(all, {
      vendor: 'yealink',
      label: 'X',
      extensions: [1002, 4711, 1002],
      lamps: [9999],
    })
    expect(faults.status).toBe(400)
    expect(faults.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/mac',
      '/extensions/1',
      '/extensions/2',
      '/lamps/0',
    ])
    const taken = await world.ada.post(all, { ...device, id: undefined })
    expect(taken.status).toBe(400)
    const again = { vendor: 'snom', label: 'Y', mac: 'aabbccddeeff', extensions: [1002] }
    expect((await world.ada.post(all, again)).status).toBe(409)
    expect((await world.hank.get(`${all}/${device.id}`)).status).toBe(404)
    const repeated = { 'idempotency-key': 'device-1' }
    const fields = { ...again, mac: 'aabbccddee00' }
    const once = await world.ada.call('POST', all, fields, repeated)
    const twice = await world.ada.call('POST', all, fields, repeated)
    expect(twice.body.id).toBe(once.body.id)
  })

  it('a user sees the devices of their own extensions, and the address only if all are theirs', async () => {
    const own = await create()
    const shared = await create({ extensions: [1002, 1001] })
    const foreign = await create({ extensions: [1001] })
    const ids = (await world.ben.get(all)).body.map(({ id }: { id: string }) => id)
    expect(ids).toEqual(expect.arrayContaining([own.id, shared.id]))
    expect(ids).not.toContain(foreign.id)
    expect((await world.ben.get(`${all}/${foreign.id}`)).status).toBe(404)
    expect((await world.ben.get(`${all}/${own.id}/address`)).status).toBe(200)
    expect((await world.ben.get(`${all}/${shared.id}/address`)).status).toBe(403)
    expect((await world.ben.patch(`${all}/${own.id}`, { label: 'Mine' })).status).toBe(403)
    expect((await world.ben.get(`${all}/${own.id}/registrations`)).body[0]).toMatchObject({ number: 1002 })
    const { url, files } = await addressOf(own.id)
    await fetchFile(url, files[0])
    const seen = (await world.ben.get(`${all}/${own.id}`)).body
    expect(seen).toMatchObject({ user_agent: 'Yealink SIP-T46U', fetched_at: expect.any(String) })
  })
})
