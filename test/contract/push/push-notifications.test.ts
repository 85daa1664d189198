import { createPublicKey, verify } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deactivateUser } from '../../../src/chat/accounts/deactivate-user.ts'
import { engines } from '../../harness/engines.ts'
import type { PushDevice } from '../../harness/push-service.ts'
import { type Owner, PushWorld, until } from '../../harness/push-world.ts'

describe.each(engines)('Who is notified by push, on %s', (engine) => {
  let push: PushWorld
  beforeAll(async () => {
    push = await PushWorld.start(engine)
  })
  afterAll(() => push.stop())

  const mention = ({ user }: Owner) => `@**${user.full_name}**`

  it('a private message: encrypted for the browser, signed by this server, with the way to it', async () => {
    const owner = await push.join()
    const id = await push.write(owner, 'Lunch at **noon** & cake?')
    await until(() => expect(owner.device.notices()).toHaveLength(1))
    const [ada, me] = [push.world.demo.people.ada.id, owner.user.id]
    expect(owner.device.notices()).toEqual([
      {
        message_id: id,
        sender: 'Ada Lovelace',
        stream: null,
        topic: '',
        text: 'Lunch at noon & cake?',
        language: 'en',
        path: `/#narrow/pm-with/${ada},${me}-pm/near/${id}`,
      },
    ])
    const [{ headers, body }] = owner.device.pushes as [PushDevice['pushes'][number]]
    expect(body.toString('latin1')).not.toContain('Lunch')
    expect(headers).toMatchObject({ ttl: '86400', urgency: 'high', 'content-encoding': 'aes128gcm' })
    const { public_key: key } = (await owner.browser.get('/web_push_key')).body
    expect(isSigned(String(headers.authorization), key)).toMatchObject({ aud: push.service.origin })
    await push.noPosts()
  })

  it('mentions: by name, by group and of everyone, but no other messages of a stream', async () => {
    const owner = await push.join()
    await push.world.ada.post('/user_groups/create', {
      name: `crew${owner.user.id}`,
      description: '',
      members: [owner.user.id],
    })
    await push.post('nothing for anybody')
    await push.post(`${mention(owner)} by name`)
    await push.post(`@*crew${owner.user.id}* by group`)
    await push.post('@**all** everyone')
    await push.post(`@_${mention(owner).slice(1)} silently`)
    const notices = async () => (await push.texts(owner)).map((text) => text?.replace(/^@\S+( \d+)? /, ''))
    await until(() => expect(owner.device.notices()[0]).toMatchObject({ stream: 'test', topic: 'pushed' }))
    expect(await notices()).toEqual(['by name', 'by group', 'everyone'])
  })

  it('nobody who does not want to be disturbed', async () => {
    const [owner, other] = [await push.join(), await push.join()]
    await owner.client.post('/users/me/status', { do_not_disturb: true })
    await push.write(owner, 'while it is on')
    await push.write(other, 'to somebody else')
    await until(() => expect(other.device.notices()).toHaveLength(1))
    await push.noPosts()
    await owner.client.post('/users/me/status', { do_not_disturb: false })
    await push.write(owner, 'afterwards')
    await until(() => expect(owner.device.notices()).toHaveLength(1))
    expect(await push.texts(owner)).toEqual(['afterwards'])
  })

  it('not for what is muted: people, topics, streams, mentions of everyone', async () => {
    const owner = await push.join()
    const { client } = owner
    await client.post(`/users/me/muted_users/${push.world.demo.people.ben.id}`)
    await push.write(owner, 'from a muted person', push.world.ben)
    await client.patch('/users/me/subscriptions/muted_topics', { stream: 'test', topic: 'noise', op: 'add' })
    await push.post(`${mention(owner)} muted`, { topic: 'Noise' })
    await client.patch('/settings/notifications', { wildcard_mentions_notify: false })
    await push.post('@**all** not for me')
    expect(await push.texts(owner)).toEqual([])
    const { stream_id } = (await client.get('/get_stream_id', { stream: 'test' })).body
    await client.post('/users/me/subscriptions/properties', {
      subscription_data: [{ stream_id, property: 'is_muted', value: true }],
    })
    await push.post(`${mention(owner)} in a muted stream`)
    expect(await push.texts(owner)).toEqual([])
  })

  it('not for own messages, nor for what was read elsewhere, deleted, or is switched off', async () => {
    const owner = await push.join()
    await push.write(owner, 'to myself', owner.client)
    await push.post(`${mention(owner)} by myself`, { from: owner.client })
    await owner.client.patch('/settings/notifications', { enable_offline_push_notifications: false })
    await push.done(await push.write(owner, 'unwanted'))
    await owner.client.patch('/settings/notifications', { enable_offline_push_notifications: true })
    owner.device.answerWith(503)
    const read = await push.write(owner, 'read')
    const gone = await push.write(owner, 'deleted')
    await until(() => expect(owner.device.pushes).toHaveLength(2))
    await owner.client.post('/messages/flags', { messages: [read], op: 'add', flag: 'read' })
    await push.world.ada.delete(`/messages/${gone}`)
    owner.device.answerWith(201)
    owner.device.pushes.length = 0
    push.world.clock.advance(10)
    expect(await push.texts(owner)).toEqual([])
  })

  it('not for a former member of a private stream, even if it was queued before', async () => {
    const owner = await push.join()
    const name = `secret ${owner.user.id}`
    await push.world.ada.post('/users/me/subscriptions', {
      subscriptions: [{ name }],
      principals: [push.world.demo.people.ada.id, owner.user.id],
      invite_only: true,
    })
    owner.device.answerWith(503)
    await push.post(`${mention(owner)} queued`, { to: name })
    await until(() => expect(owner.device.pushes).toHaveLength(1))
    await owner.client.delete('/users/me/subscriptions', { subscriptions: [name] })
    owner.device.answerWith(201)
    owner.device.pushes.length = 0
    push.world.clock.advance(10)
    await push.post(`${mention(owner)} afterwards`, { to: name })
    expect(await push.texts(owner)).toEqual([])
  })

  it('not to somebody who is using the app, unless they go away without reading it', async () => {
    const owner = await push.join()
    const present = () => owner.client.post('/users/me/presence', { status: 'active', new_user_input: true })
    await present()
    const seen = await push.write(owner, 'seen')
    await push.write(owner, 'overlooked')
    const waits = async () =>
      (await push.posts()).filter(
        (row) => row.claimed_by === null && row.next_attempt_at! > push.world.clock.now() + 40_000,
      )
    await until(async () => expect(await waits()).toHaveLength(2))
    await owner.client.post('/messages/flags', { messages: [seen], op: 'add', flag: 'read' })
    push.world.clock.advance(75)
    await until(() => expect(owner.device.notices()).toMatchObject([{ text: 'overlooked' }]))
    await present()
    await push.write(owner, 'present all the time')
    await until(async () => expect(await waits()).toHaveLength(1))
    push.world.clock.advance(65)
    await present()
    push.world.clock.advance(10)
    await push.noPosts()
    await owner.client.patch('/settings/notifications', { enable_online_push_notifications: true })
    await push.write(owner, 'wanted at any time')
    await until(() => expect(owner.device.notices()).toHaveLength(2))
    expect(owner.device.notices()[1]).toMatchObject({ text: 'wanted at any time' })
  })

  it('without the text of private messages, for those who want that', async () => {
    const owner = await push.join()
    await owner.client.patch('/settings/notifications', { pm_content_in_desktop_notifications: false })
    await push.write(owner, 'confidential')
    await push.post(`${mention(owner)} public`)
    await until(() => expect(owner.device.notices()).toHaveLength(2))
    expect(owner.device.notices().map(({ text }) => text)).toEqual([
      null,
      `${mention(owner).replaceAll('**', '')} public`,
    ])
  })

  it('ends with the session: on signing out, from another browser, and on deactivation', async () => {
    const owner = await push.join()
    expect(await push.subscriptions(owner)).toHaveLength(1)
    await owner.browser.delete('/sessions/current')
    expect(await push.subscriptions(owner)).toEqual([])
    const other = await push.join()
    await deactivateUser(push.world.chat, other.user)
    expect(await push.subscriptions(other)).toEqual([])
    const third = await push.join()
    await third.browser.delete('/users/me/push_subscriptions', { endpoint: third.device.target.endpoint })
    expect(await push.subscriptions(third)).toEqual([])
    await push.done(await push.write(owner, 'to nobody'))
    expect(owner.device.pushes).toEqual([])
  })
})

/** The claims of a VAPID header (RFC 8292) whose signature is right. */
function isSigned(header: string, publicKey: string): Record<string, unknown> {
  const { token, key } = /^vapid t=(?<token>[\w.-]+), k=(?<key>[\w-]+)$/.exec(header)!.groups!
  expect(key).toBe(publicKey)
  const [head, claims, signature] = token!.split('.') as [string, string, string]
  const point = Buffer.from(publicKey, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const signer = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' as const }
  expect(
    verify('sha256', Buffer.from(`${head}.${claims}`), signer, Buffer.from(signature, 'base64url')),
  ).toBe(true)
  return JSON.parse(Buffer.from(claims, 'base64url').toString())
}
