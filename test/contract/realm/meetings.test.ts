import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { beginSession } from '../../../src/chat/identity/sessions/begin-session.ts'
import type { User } from '../../../src/chat/identity/users/user.ts'
import { readConfig } from '../../../src/config/config.ts'
import type { ApiClient } from '../../harness/api-client.ts'
import { type BigBlueButtonServer, startBigBlueButton } from '../../harness/bigbluebutton-server.ts'
import { engines } from '../../harness/engines.ts'
import { foundOrganization, type Organization } from '../../harness/found-organization.ts'
import { startWorld, type World } from '../../harness/world.ts'

const secret = 'the shared secret of the meetings'

describe.each(engines)('video calls with BigBlueButton on %s', (engine) => {
  let world: World
  let service: BigBlueButtonServer
  let other: Organization
  beforeAll(async () => {
    service = await startBigBlueButton(secret)
    world = await startWorld(engine, { BIG_BLUE_BUTTON_URL: service.url, BIG_BLUE_BUTTON_SECRET: secret })
    other = await foundOrganization(world, 'rafts.example.com')
  })
  afterAll(async () => {
    await world.stop()
    await service.stop()
  })
  beforeEach(() => {
    service.created.length = 0
    service.isDown = false
  })

  const create = (client: ApiClient, args: object = {}) =>
    client.get('/calls/bigbluebutton/create', { meeting_name: 'Planning', ...args })
  const signedOf = (url: string) => new URL(url).searchParams.get('bigbluebutton')!
  const join = (client: ApiClient, bigbluebutton: string) =>
    client.get('/calls/bigbluebutton/join', { bigbluebutton })
  const enter = async (client: ApiClient, bigbluebutton: string) => {
    const answer = await join(client, bigbluebutton)
    expect(answer).toMatchObject({ status: 302, headers: { 'cache-control': 'no-store' } })
    return service.enter(String(answer.headers.location))
  }
  const refusal = (status: number, msg: string) => ({ status, body: { result: 'error', msg } })

  it('a link leads everybody to one meeting; who made it moderates', async () => {
    const { status, body } = await create(world.ben)
    expect(status).toBe(200)
    expect(body.url).toMatch(
      /^http:\/\/chat\.example\.com\/calls\/bigbluebutton\/join\?bigbluebutton=[\w.-]+$/,
    )
    expect(body.url).not.toContain(secret)
    // Nothing is created before somebody follows it.
    expect(service.created).toEqual([])
    const guest = await enter(world.gus, signedOf(body.url))
    expect(guest).toMatchObject({ fullName: world.demo.people.gus.full_name, role: 'VIEWER' })
    const host = await enter(world.ben, signedOf(body.url))
    expect(host).toMatchObject({
      fullName: world.demo.people.ben.full_name,
      role: 'MODERATOR',
      meetingID: guest!.meetingID,
    })
    const [first, second] = service.created
    expect(first).toMatchObject({ meetingID: guest!.meetingID, name: 'Planning' })
    expect(second).toEqual(first)
    // Older servers know a role by its password.
    expect([guest!.password, host!.password]).toEqual([first!.attendeePW, first!.moderatorPW])
    expect(first!.attendeePW).not.toBe(first!.moderatorPW)
  })

  it('each link is a meeting of its own, with cameras or without', async () => {
    const voice = signedOf((await create(world.ada, { voice_only: true })).body.url)
    const video = signedOf((await create(world.ada)).body.url)
    await enter(world.ada, voice)
    await enter(world.ada, video)
    const [one, two] = service.created
    expect(one).toMatchObject({ lockSettingsDisableCam: 'true' })
    expect(two).not.toHaveProperty('lockSettingsDisableCam')
    expect(one!.meetingID).not.toBe(two!.meetingID)
  })

  it('nobody enters without an account of the organization, or with a link that was changed', async () => {
    const signed = signedOf((await create(world.ben)).body.url)
    const [text, proof] = signed.split('.') as [string, string]
    const meeting = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    const asGus = { ...meeting, moderator: world.demo.people.gus.id }
    const changed = `${Buffer.from(JSON.stringify(asGus)).toString('base64url')}.${proof}`
    for (const link of [changed, text, `${signed}.x`, '.', 'x'.repeat(5000), `${text}.`]) {
      expect(await join(world.gus, link)).toMatchObject(refusal(400, 'This link to a meeting is not valid'))
    }
    expect((await join(world.nobody, signed)).status).toBe(401)
    expect((await join(world.hookBot, signed)).status).toBeGreaterThanOrEqual(400)
    expect((await join(world.echoBot, signed)).status).toBeGreaterThanOrEqual(400)
    expect(await join(other.chief, signed)).toMatchObject(refusal(400, 'This link to a meeting is not valid'))
    expect((await create(world.nobody)).status).toBe(401)
    expect(service.created).toEqual([])
  })

  it.each([
    ['', 'meeting_name cannot be empty'],
    ['x'.repeat(201), 'meeting_name is too long (limit: 200 characters)'],
  ])('a name has 1 to 200 characters', async (meeting_name, msg) => {
    expect(await create(world.ben, { meeting_name })).toMatchObject(refusal(400, msg))
  })

  it('a server that fails is an error that reveals nothing', async () => {
    const signed = signedOf((await create(world.ben)).body.url)
    service.isDown = true
    const answer = await join(world.ben, signed)
    expect(answer).toMatchObject(refusal(502, 'The server for video calls does not respond as it should'))
    expect(JSON.stringify(answer)).not.toContain(secret)
  })

  it('the address in messages is for browsers: with a session to the meeting, otherwise to the sign-in', async () => {
    const { url } = (await create(world.ben)).body
    const follow = (headers: Record<string, string>, path: string) =>
      world.app.inject({ method: 'GET', url: path, headers: { host: 'chat.example.com', ...headers } })
    const path = url.slice('http://chat.example.com'.length)
    expect(await follow({}, path)).toMatchObject({ statusCode: 302, headers: { location: '/' } })
    const { token } = await beginSession(world.chat, world.demo.people.ada as User, 'a browser')
    const cookie = `switchboard_session=${token}`
    const { location } = (await follow({ cookie }, path)).headers
    const entered = await follow({ cookie }, String(location))
    expect(service.enter(String(entered.headers.location))).toMatchObject({ role: 'VIEWER' })
  })

  it('administrators choose it, where the server has it; register names it', async () => {
    const register = async () =>
      (await world.ada.post('/register', { fetch_event_types: ['realm'], event_types: [] })).body
    expect((await register()).realm_available_video_chat_providers).toMatchObject({
      big_blue_button: { name: 'BigBlueButton', id: 3 },
    })
    expect((await world.ben.patch('/realm', { video_chat_provider: 3 })).status).toBe(400)
    expect((await world.ada.patch('/realm', { video_chat_provider: 3 })).status).toBe(200)
    expect((await register()).realm_video_chat_provider).toBe(3)
  })
})

describe.each(engines)('without a server for video calls, on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  it('there are no links, and the setting is refused', async () => {
    const notConfigured = { status: 400, body: { msg: 'BigBlueButton is not configured.' } }
    expect(await world.ada.get('/calls/bigbluebutton/create', { meeting_name: 'x' })).toMatchObject(
      notConfigured,
    )
    expect(await world.ada.get('/calls/bigbluebutton/join', { bigbluebutton: 'x.y' })).toMatchObject(
      notConfigured,
    )
    expect(await world.ada.patch('/realm', { video_chat_provider: 3 })).toMatchObject({
      status: 400,
      body: { msg: 'BigBlueButton (video_chat_provider 3) is not configured on this server' },
    })
    const { body } = await world.ada.post('/register', { fetch_event_types: ['realm'], event_types: [] })
    expect(body.realm_available_video_chat_providers).not.toHaveProperty('big_blue_button')
  })
})

describe('the settings of BigBlueButton', () => {
  const read = (settings: Record<string, string>) => readConfig({}, settings).bigBlueButton
  it.each(['https://bbb.example.com/bigbluebutton', 'https://bbb.example.com/bigbluebutton/api/'])(
    '%s, as its own program prints it or without its end',
    (url) => {
      expect(read({ BIG_BLUE_BUTTON_URL: url, BIG_BLUE_BUTTON_SECRET: 's' })).toEqual({
        api: 'https://bbb.example.com/bigbluebutton/api/',
        secret: 's',
      })
    },
  )

  it('need each other, and an address', () => {
    const missing = 'BIG_BLUE_BUTTON_URL and BIG_BLUE_BUTTON_SECRET need each other.'
    expect(() => read({ BIG_BLUE_BUTTON_URL: 'https://bbb.example.com/' })).toThrow(missing)
    expect(() => read({ BIG_BLUE_BUTTON_SECRET: 's' })).toThrow(missing)
    expect(() => read({ BIG_BLUE_BUTTON_URL: 'bbb', BIG_BLUE_BUTTON_SECRET: 's' })).toThrow(
      'must be an address',
    )
    const query = { BIG_BLUE_BUTTON_URL: 'https://bbb.example.com/?x=1', BIG_BLUE_BUTTON_SECRET: 's' }
    expect(() => read(query)).toThrow('without a name or a query')
    expect(read({})).toBeUndefined()
  })
})
