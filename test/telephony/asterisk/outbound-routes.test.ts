import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type PhoneWorld, startPhoneWorld } from '../../harness/asterisk/phone-world.ts'
import { type SipProvider, startSipProvider } from '../../harness/asterisk/sip-provider.ts'
import { missingPrograms } from '../../harness/sip/missing-programs.ts'
import { waitUntil } from '../../harness/sip/wait-until.ts'

const missing = missingPrograms('asterisk', 'baresip')
const MOBILE = '+12025550177'
const BERLIN = '+493012345678'
const PREMIUM = '+19002345678'

describe.skipIf(missing)(`outbound routes, with Asterisk${missing}`, () => {
  let phones: PhoneWorld
  let [home, abroad] = [] as unknown as [SipProvider, SipProvider]
  let trunks: string[]
  beforeAll(async () => {
    phones = await startPhoneWorld({ serverSettings: { ASTERISK_HAS_TRANSFER_FIX: 'yes' } })
    home = await startSipProvider('127.0.0.1')
    abroad = await startSipProvider('127.0.0.2')
    trunks = await Promise.all(
      [home, abroad].map(async ({ address, port }, order) => {
        const trunk = { name: `Provider ${order}`, kind: 'ip', host: address, port, order }
        return (await phones.world.ada.post('/trunks', trunk)).body.id
      }),
    )
    await waitUntil('the trunks are used', () =>
      [home, abroad].every((one) => one.requests('OPTIONS').length > 0),
    )
  })
  afterEach(async () => {
    await phones.endPhones()
    const { ada } = phones.world
    for (const { id } of (await ada.get('/outbound-routes')).body) await ada.delete(`/outbound-routes/${id}`)
  })
  afterAll(async () => {
    await phones?.stop()
    home?.stop()
    abroad?.stop()
  })

  const addRoute = async (route: object) => {
    const { status, body } = await phones.world.ada.post('/outbound-routes', { name: 'A route', ...route })
    expect(status).toBe(201)
    return body.id as string
  }
  /** What a provider was asked to call since the test began, and the number that it saw. */
  const asked = (provider: SipProvider, since: number) =>
    provider
      .requests('INVITE')
      .slice(since)
      .map(({ firstLine, header }) => {
        const to = /sip:([^@]*)@/.exec(firstLine)![1]
        return `${to} from ${/sip:([^@]*)@/.exec(header('From'))![1]}`
      })
  const countBoth = () => [home, abroad].map((one) => one.requests('INVITE').length) as [number, number]

  it('a number goes over the trunks of its route, in the form and with the caller id of the route', async () => {
    const since = countBoth()
    await addRoute({
      patterns: ['+49.'],
      trunks: [trunks[1]],
      number_format: 'national',
      send_prefix: '01013',
      callerid: '"Acme Berlin" <+12025550188>',
      callerid_first: true,
      calling_class: 'national',
    })
    const ada = await phones.startPhone(1001)
    // The class of the extension is `national`: the route permits Germany all the same.
    ada.call(BERLIN)
    await ada.talks()
    ada.command('hangup')
    await phones.inHistory(`1001 -> ${BERLIN}: answered, ${BERLIN} answered`)
    const { called } = (await phones.world.ada.get('/cdrs', { page_size: 1 })).body[0]
    expect(called[0].trunk_id).toBe(trunks[1])
    expect(asked(abroad, since[1])).toEqual(['0101303012345678 from +12025550188'])
    // No route fits: the trunks in their order.
    const count = ada.events.filter((event) => event === 'CALL_ESTABLISHED').length
    ada.call(MOBILE)
    await waitUntil(
      'they talk',
      () => ada.events.filter((event) => event === 'CALL_ESTABLISHED').length > count,
    )
    ada.command('hangup')
    await phones.inHistory(`1001 -> ${MOBILE}: answered, ${MOBILE} answered`)
    expect(asked(home, since[0]).map((one) => one.split(' ')[0])).toEqual([MOBILE])
    expect(asked(abroad, since[1])).toHaveLength(1)
  })

  it('people dial the prefix of a route first; its trunks are tried in its order', async () => {
    const since = countBoth()
    await addRoute({ dial_prefix: '9', trunks: [trunks[1], trunks[0]], number_format: 'digits' })
    abroad.respondWith('503 Service Unavailable')
    const ada = await phones.startPhone(1001)
    ada.call('912025550177')
    await ada.talks()
    ada.command('hangup')
    await phones.inHistory(`1001 -> 912025550177: answered, ${MOBILE} unavailable, ${MOBILE} answered`)
    abroad.respondWith('180 Ringing', '200 OK')
    const [atHome, there] = [asked(home, since[0]), asked(abroad, since[1])]
    expect([...there, ...atHome].map((one) => one.split(' ')[0])).toEqual(['12025550177', '12025550177'])
  })

  it('a route can be closed to some or to all; nothing opens premium-rate numbers', async () => {
    const since = countBoth()
    await addRoute({ patterns: ['+1202.'], calling_class: 'international', order: 1 })
    await addRoute({ patterns: ['+1900.'], calling_class: 'internal', order: 2 })
    await addRoute({ patterns: ['311'], calling_class: 'nobody', order: 3 })
    const ada = await phones.startPhone(1001)
    for (const number of [MOBILE, PREMIUM, '311']) {
      const count = ada.endings.length
      ada.call(number)
      await waitUntil('it ends', () => ada.endings.length > count)
      expect(ada.endings.at(-1), number).toContain('403')
      await phones.inHistory(`1001 -> ${number}: not_permitted, ${number} not_permitted`)
    }
    expect(countBoth()).toEqual(since)
  })

  it('emergency calls go through whatever the routes say, also behind their prefix', async () => {
    await addRoute({ calling_class: 'nobody', order: 0, dial_prefix: '9', trunks: [trunks[1]] })
    await addRoute({ calling_class: 'nobody', order: 1 })
    const ada = await phones.startPhone(1001)
    for (const [index, dialled] of ['911', '9911'].entries()) {
      const since = countBoth()
      ada.call(dialled)
      await waitUntil('the provider is called', () => home.requests('INVITE').length > since[0])
      const invitation = home.requests('INVITE').at(-1)!
      expect(invitation.firstLine).toContain('sip:911@')
      expect(invitation.header('Priority')).toBe('emergency')
      await waitUntil(
        'they talk',
        () => ada.events.filter((event) => event === 'CALL_ESTABLISHED').length > index,
      )
      ada.command('hangup')
      await phones.inHistory(`1001 -> ${dialled}: answered, 911 answered`)
    }
    const entries = (await phones.world.ada.get('/audit')).body as { action: string }[]
    expect(entries.filter(({ action }) => action === 'call.emergency')).toHaveLength(2)
    // A colleague may have the number that the prefix makes.
    await phones.world.ada.post(phones.list, { data: { id: 9911, name: 'Not the police' } })
    const count = ada.endings.length
    ada.call('9911')
    await waitUntil('it ends', () => ada.endings.length > count)
    await phones.inHistory('1001 -> 9911: unavailable, 9911 unavailable')
  })
})
