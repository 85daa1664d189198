import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { afterAttempts } from '../../harness/outbox-entries.ts'
import { startPushService } from '../../harness/push-service.ts'
import { PushWorld, until } from '../../harness/push-world.ts'
import { startWorld } from '../../harness/world.ts'
import { signIn } from '../sign-in/browser.ts'

describe.each(engines)('How push notifications are sent, on %s', (engine) => {
  let push: PushWorld
  beforeAll(async () => {
    push = await PushWorld.start(engine)
  })
  afterAll(() => push.stop())

  it.each([404, 410])('%i of the push service ends the subscription', async (status) => {
    const owner = await push.join()
    owner.device.answerWith(status)
    await push.write(owner, 'hello')
    await until(async () => expect(await push.subscriptions(owner)).toEqual([]))
    expect(owner.device.pushes).toHaveLength(1)
    await push.noPosts()
  })

  it.each([500, 429])(
    '%i of the push service: sent again later, and given up after five attempts',
    async (status) => {
      const owner = await push.join()
      owner.device.answerWith(status)
      await push.write(owner, 'patience')
      for (const [attempt, wait] of [5, 30, 120, 600].entries()) {
        await until(async () => expect(await push.posts()).toMatchObject([afterAttempts(attempt + 1)]))
        push.world.clock.advance(wait)
      }
      await push.noPosts()
      expect(owner.device.pushes).toHaveLength(5)
      expect(await push.subscriptions(owner)).toMatchObject([{ failures: 5 }])
      owner.device.answerWith(201)
      await push.write(owner, 'at last')
      await until(async () => expect(await push.subscriptions(owner)).toMatchObject([{ failures: 0 }]))
    },
  )

  it('after twenty failures in a row the subscription is dropped', async () => {
    const owner = await push.join()
    owner.device.answerWith(403)
    for (let count = 1; count <= 25; count += 1) await push.write(owner, `number ${count}`)
    await until(async () => expect(await push.subscriptions(owner)).toEqual([]))
    await push.noPosts()
    expect(owner.device.pushes).toHaveLength(20)
  })

  it('a person can have ten; a browser has one, which belongs to the person who used it last', async () => {
    const owner = await push.join()
    const devices = Array.from({ length: 10 }, () => push.service.subscribe())
    for (const { target } of devices) await owner.browser.post('/users/me/push_subscriptions', target)
    await owner.browser.post('/users/me/push_subscriptions', devices[0]!.target)
    expect(await push.subscriptions(owner)).toHaveLength(10)
    await push.write(owner, 'to ten')
    await until(() => expect(devices.map(({ pushes }) => pushes.length)).toEqual(Array(10).fill(1)))
    expect(owner.device.pushes).toEqual([])
    const other = await push.join()
    await other.browser.post('/users/me/push_subscriptions', devices[0]!.target)
    expect(await push.subscriptions(owner)).toHaveLength(9)
    await push.write(owner, 'no longer to the first')
    await until(() => expect(devices[1]!.pushes).toHaveLength(2))
    expect(devices[0]!.pushes).toHaveLength(1)
  })

  it('only browsers with a session subscribe, with addresses and keys that can be used', async () => {
    const owner = await push.join()
    const { target } = owner.device
    const tried = async (changes: object, client = owner.browser) =>
      (await client.post('/users/me/push_subscriptions', { ...target, ...changes })).body.msg
    expect(await tried({}, owner.client)).toBe('Not logged in: user session required')
    for (const endpoint of ['nowhere', 'ftp://a.example/x', 'https://me:secret@a.example/x'])
      expect(await tried({ endpoint })).toBe('endpoint is not an https URL')
    const point = Buffer.alloc(65, 4).toString('base64url')
    for (const p256dh of ['', 'AAAA', point])
      expect(await tried({ p256dh })).toBe('p256dh is not a P-256 public key in base64url')
    expect(await tried({ auth: 'AAAA' })).toBe('auth is not a secret of 16 bytes in base64url')
    const stored = JSON.stringify(await push.subscriptions(owner))
    expect(stored).not.toContain(target.auth)
    expect(stored).not.toContain(new URL(target.endpoint).pathname)
  })
})

describe.each(engines)('Push notifications of a server on the internet, on %s', (engine) => {
  it('only https, and never into its own network', async () => {
    const world = await startWorld(engine, { WEBHOOKS_TO_PRIVATE_NETWORKS: 'no' })
    const service = await startPushService()
    try {
      const { client } = await signIn(world.nobody, 'ben@example.com')
      const { target, pushes } = service.subscribe()
      const refused = await client.post('/users/me/push_subscriptions', target)
      expect(refused.body.msg).toBe('endpoint is not an https URL')
      const endpoint = target.endpoint.replace('http:', 'https:')
      expect((await client.post('/users/me/push_subscriptions', { ...target, endpoint })).status).toBe(200)
      await world.ada.post('/messages', { type: 'private', to: ['ben@example.com'], content: 'inside' })
      const subscriptions = () =>
        world.chat.database.read.selectFrom('push_subscriptions').selectAll().execute()
      await until(async () => expect(await subscriptions()).toMatchObject([{ failures: 1 }]))
      expect(pushes).toEqual([])
    } finally {
      await service.stop()
      await world.stop()
    }
  })
})
