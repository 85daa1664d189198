import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createPlainPhone, type PlainPhone } from '../../harness/asterisk/plain-phone.ts'
import { type RunningAsterisk, startAsterisk } from '../../harness/asterisk/start-asterisk.ts'
import { startBaresip } from '../../harness/kamailio/baresip-phone.ts'
import { missingPrograms } from '../../harness/kamailio/missing-programs.ts'
import { waitUntil } from '../../harness/kamailio/wait-until.ts'
import {
  type BrowserSession,
  startWorkspaceWorld,
  type WorkspaceWorld,
} from '../../harness/workspace-world.ts'

const missing = missingPrograms('asterisk', 'baresip')
const HOST = 'chat.example.com'

interface Opened {
  user: string
  domain: string
  password: string
  path: string
}

describe.skipIf(missing)(`browsers as phones, with Asterisk${missing}`, () => {
  let asterisk: RunningAsterisk
  let world: WorkspaceWorld
  let url: string
  let list: string
  const phones: PlainPhone[] = []
  beforeAll(async () => {
    asterisk = await startAsterisk('SQLite')
    world = await startWorkspaceWorld('SQLite', asterisk.settings)
    url = await world.listen()
    list = `/instances/${world.pbx}/bulks/extensions`
  })
  afterEach(async () => {
    for (const phone of phones.splice(0)) await phone.close()
  })
  afterAll(async () => {
    await world?.stop()
    await asterisk?.stop()
  })

  const find = async (number: number) => (await world.owner.get(list, { search: number })).body[0]
  const softphoneOf = async (number: number) => {
    const { _id: id } = await find(number)
    return `/instances/${world.pbx}/extensions/${id}/softphone`
  }
  const stateIs = (number: number, state: string) =>
    waitUntil(`${number} is ${state}`, async () => (await find(number)).subscriber.state === state)
  async function open({ phones: client }: BrowserSession, number: number): Promise<Opened> {
    const { status, body } = await client.post(await softphoneOf(number))
    expect(status).toBe(201)
    return body
  }
  async function connect(
    { cookie }: Pick<BrowserSession, 'cookie'>,
    { user, domain, password: secret, path }: Opened,
    more: Record<string, string> = {},
  ) {
    const headers = { host: HOST, origin: `http://${HOST}`, cookie, ...more }
    const webSocket = url.replace('http', 'ws') + path
    const phone = await createPlainPhone({ sipPort: 0, number: 0, user, domain, secret, webSocket, headers })
    phones.push(phone)
    return phone
  }

  it('a browser rings beside the desk phone, and with encryption that only browsers have', async () => {
    const ben = await world.signIn(world.people.ben)
    const opened = await open(ben, 1002)
    expect((await ben.phones.get('/softphones')).body).toMatchObject([{ number: 1002, pbx: world.pbx }])
    const browser = await connect(ben, opened)
    expect(await browser.register()).toBe(200)
    await stateIs(1002, 'AUTHENTICATED')
    const { domain } = opened
    const { secret } = (await find(1002)).data
    const desk = await createPlainPhone({ sipPort: asterisk.sipPort, number: 1002, domain, secret })
    phones.push(desk)
    expect(await desk.register()).toBe(200)
    for (const phone of [browser, desk]) phone.answer('INVITE', () => '486 Busy Here')
    const { secret: adas } = (await find(1001)).data
    const ada = await startBaresip({ sipPort: asterisk.sipPort, number: 1001, domain, secret: adas })
    await stateIs(1001, 'AUTHENTICATED')
    ada.command('dial', `sip:1002@${domain}`)
    const invitation = (phone: PlainPhone) => phone.requests.find((text) => text.startsWith('INVITE ')) ?? ''
    await waitUntil('both are called', () => [browser, desk].every((phone) => invitation(phone) !== ''))
    expect(invitation(browser)).toContain('UDP/TLS/RTP/SAVPF')
    expect(invitation(desk)).toContain('RTP/AVP')
    expect(invitation(browser)).toMatch(/^From: "Ada Lovelace" <sip:1001@/m)
    await waitUntil('both were busy', () => ada.endings.some((reason) => reason.startsWith('486')))
    await ada.stop()
    // Gone with its page.
    await desk.register(0)
    await browser.close()
    await stateIs(1002, 'UNAUTHENTICATED')
  })

  it('only the user of the extension gets credentials, with a session', async () => {
    const [ada, ben] = [await world.signIn(world.people.ada), await world.signIn(world.people.ben)]
    const path = await softphoneOf(1002)
    expect((await ada.phones.post(path)).status).toBe(403)
    expect((await ben.phones.post(await softphoneOf(1001))).status).toBe(404)
    expect((await world.owner.post(path)).status).toBe(403)
    expect((await world.owner.get('/softphones')).body).toEqual([])
  })

  it('only that person can use them, from our own pages, for a minute', async () => {
    const [ada, ben] = [await world.signIn(world.people.ada), await world.signIn(world.people.ben)]
    const opened = await open(ben, 1002)
    const refused = (attempt: Promise<unknown>) => expect(attempt).rejects.toThrow('403')
    await refused(connect(ada, opened))
    await refused(connect({ cookie: '' }, opened))
    await refused(connect(ben, opened, { origin: 'http://elsewhere.example.com' }))
    await refused(connect(ben, { ...opened, path: `${opened.path}x` }))
    await refused(connect(ben, { ...opened, path: opened.path.replace(/.\./, 'x.') }))
    world.clock.advance(61)
    await refused(connect(ben, opened))
  })

  const losses: [string, (ben: BrowserSession) => Promise<unknown>][] = [
    ['signs out', ({ cookie, csrfToken }) => signOut(cookie, csrfToken)],
    ['loses the extension', () => assign(null)],
    ['is disabled', () => world.owner.patch(`/company/contacts/${world.contacts.ben}`, { activated: false })],
  ]
  const signOut = (cookie: string, csrfToken: string) =>
    world.app.inject({
      method: 'DELETE',
      url: '/api/v1/sessions/current',
      headers: { host: HOST, cookie, 'x-csrftoken': csrfToken, origin: `http://${HOST}` },
    })
  const assign = async (user: { id: string } | null) =>
    world.owner.patch(`${list}/${(await find(1002))._id}`, { user })

  it.each(losses)('it ends when the person %s', async (_, lose) => {
    const ben = await world.signIn(world.people.ben)
    const opened = await open(ben, 1002)
    const browser = await connect(ben, opened)
    expect(await browser.register()).toBe(200)
    await lose(ben)
    await waitUntil('it is closed', () => browser.closedBy() !== undefined)
    expect(browser.closedBy()).toBe(4403)
    await stateIs(1002, 'UNAUTHENTICATED')
    // Not even at Asterisk's own door.
    const { user, domain, password: secret } = opened
    const webSocket = asterisk.webSockets.plain
    const kept = await createPlainPhone({ sipPort: 0, number: 0, user, domain, secret, webSocket })
    phones.push(kept)
    await waitUntil('the credentials are void', async () => (await kept.register()) === 401)
    await world.owner.patch(`/company/contacts/${world.contacts.ben}`, { activated: true })
    await assign({ id: world.contacts.ben })
  })
})
