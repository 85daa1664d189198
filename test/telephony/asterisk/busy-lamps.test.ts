import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type PhoneWorld, startPhoneWorld } from '../../harness/asterisk/phone-world.ts'
import { createPlainPhone, type PlainPhone } from '../../harness/asterisk/plain-phone.ts'
import { missingPrograms } from '../../harness/sip/missing-programs.ts'
import { waitUntil } from '../../harness/sip/wait-until.ts'

const missing = missingPrograms('asterisk', 'baresip')
const ACCEPT = 'application/dialog-info+xml'

describe.skipIf(missing)(`busy lamps through Asterisk${missing}`, () => {
  let phones: PhoneWorld
  const watchers: PlainPhone[] = []
  beforeAll(async () => {
    phones = await startPhoneWorld()
  })
  afterEach(async () => {
    for (const watcher of watchers.splice(0)) {
      await watcher.register(0)
      await watcher.close()
    }
    await phones?.endPhones()
  })
  afterAll(() => phones?.stop())

  /** A phone with lamps. */
  async function startWatcher(number: number, place = { list: phones.list, domain: phones.domain }) {
    const client = place.list === phones.list ? phones.world.ada : phones.world.hank
    const all = (await client.get(place.list)).body as { data: { id: number; secret: string } }[]
    const { secret } = all.find(({ data }) => data.id === number)!.data
    const options = { sipPort: phones.asterisk.sipPort, number, domain: place.domain, secret }
    const watcher = await createPlainPhone(options)
    watchers.push(watcher)
    expect(await watcher.register()).toBe(200)
    return watcher
  }
  /** What the lamp shows: `terminated` (idle), `early` (it rings) or `confirmed` (in a call). */
  const lampOf = (watcher: PlainPhone) =>
    /<state>(\w+)<\/state>/.exec(watcher.notified('dialog').at(-1) ?? '')?.[1]

  it('show that a colleague is free, is called, and talks', async () => {
    const hall = await startWatcher(1003)
    expect(await hall.subscribe(1002, 'dialog', ACCEPT)).toBe(200)
    const [ada, ben] = [await phones.startPhone(1001), await phones.startPhone(1002)]
    await waitUntil('he is free', () => lampOf(hall) === 'terminated')
    ada.call(1002)
    await waitUntil('his phone rings', () => lampOf(hall) === 'early')
    ben.command('accept')
    await waitUntil('he talks', () => lampOf(hall) === 'confirmed')
    ada.command('hangup')
    await waitUntil('he is free again', () => lampOf(hall) === 'terminated')
  })

  it('in an instance that is new, and never those of another company', async () => {
    const { world } = phones
    expect((await world.ada.post('/company/locations', { name: 'Branch' })).status).toBe(201)
    const instances = (await world.ada.get('/instances')).body as { uuid: string; internal_domain: string }[]
    const branch = instances.find(({ uuid }) => uuid !== world.acmePbx)!
    const list = `/instances/${branch.uuid}/bulks/extensions`
    for (const id of [1001, 1002]) {
      expect((await world.ada.post(list, { data: { id, name: `Branch ${id}` } })).status).toBe(201)
    }
    const all = (await world.ada.get(list)).body as { data: { id: number; secret: string } }[]
    const there = await createPlainPhone({
      sipPort: phones.asterisk.sipPort,
      number: 1001,
      domain: branch.internal_domain,
      secret: all.find(({ data }) => data.id === 1001)!.data.secret,
    })
    watchers.push(there)
    expect(await there.register()).toBe(200)
    expect(await there.subscribe(1002, 'dialog', ACCEPT)).toBe(200)
    const [hank] = (await world.hank.get('/instances')).body as { internal_domain: string }[]
    const abroad = `/instances/${world.globexPbx}/bulks/extensions`
    expect((await world.hank.post(abroad, { data: { id: 1002, name: 'Globex 1002' } })).status).toBe(201)
    const stranger = await startWatcher(1001, { list: abroad, domain: hank!.internal_domain })
    expect(await stranger.subscribe(1002, 'dialog', ACCEPT)).toBe(200)
    const hall = await startWatcher(1003)
    expect(await hall.subscribe(1002, 'dialog', ACCEPT)).toBe(200)
    const [ada, ben] = [await phones.startPhone(1001), await phones.startPhone(1002)]
    ada.call(1002)
    await waitUntil('a colleague sees it', () => lampOf(hall) === 'early')
    ben.command('accept')
    await waitUntil('a colleague sees it', () => lampOf(hall) === 'confirmed')
    expect(there.notified('dialog').join('')).not.toMatch(/early|confirmed/)
    expect(stranger.notified('dialog').join('')).not.toMatch(/early|confirmed/)
  })

  it('only numbers that an extension has can be watched, from its beginning to its end', async () => {
    const { ada } = phones.world
    const hall = await startWatcher(1003)
    const watch = () => hall.subscribe(1044, 'dialog', ACCEPT)
    expect(await watch()).toBe(404)
    const made = await ada.post(phones.list, { data: { id: 1044, name: 'New' } })
    expect(made.status).toBe(201)
    expect(await watch()).toBe(200)
    await waitUntil('the lamp says something', () => lampOf(hall) === 'terminated')
    expect((await ada.delete(`${phones.list}/${made.body._id}`)).status).toBe(200)
    const ended = () => hall.requests.some((text) => /^Subscription-State: terminated/im.test(text))
    await waitUntil('it is told that it is over', ended)
    expect(await watch()).toBe(404)
    // As it was read at the start.
    await phones.asterisk.kill()
    await phones.asterisk.start()
    expect(await hall.register()).toBe(200)
    expect(await watch()).toBe(404)
    expect(await hall.subscribe(1002, 'dialog', ACCEPT)).toBe(200)
  })
})
