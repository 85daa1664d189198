import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../../../src/chat/accounts/create-user.ts'
import { deactivateUser } from '../../../src/chat/accounts/deactivate-user.ts'
import type { ApiClient } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { foundOrganization } from '../../harness/found-organization.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { fetchPath, notThere, sendPrivately, sendTo, uploadFile } from './file-requests.ts'

describe.each(engines)('Who may fetch a file on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  const sees = async (client: ApiClient, url: string) => {
    const answer = await fetchPath(world, client, url)
    if (answer.status !== 200) expect([answer.status, answer.json()]).toEqual([404, notThere])
    return answer.status === 200
  }
  const join = (client: ApiClient, ...streams: string[]) =>
    client.post('/users/me/subscriptions', { subscriptions: streams.map((name) => ({ name })) })
  const linked = (url: string) => `[file](${url})`

  it('no message links it: its uploader only', async () => {
    const url = await uploadFile(world.ben)
    expect(await sees(world.ben, url)).toBe(true)
    // Not even administrators.
    for (const client of [world.ada, world.cleo, world.gus, world.echoBot]) {
      expect(await sees(client, url)).toBe(false)
    }
  })

  it('the API key as a parameter, as mobile clients send it for pictures: the same access', async () => {
    const url = await uploadFile(world.ben)
    const withKey = (client: ApiClient) =>
      fetchPath(world, world.nobody, `${url}?api_key=${client.credentials!.key}`)
    expect((await withKey(world.ben)).status).toBe(200)
    expect((await withKey(world.ada)).status).toBe(404)
    expect((await fetchPath(world, world.nobody, `${url}?api_key=wrong`)).status).toBe(401)
    // A header wins: nobody reads with the key of another account.
    expect((await fetchPath(world, world.ada, `${url}?api_key=${world.ben.credentials!.key}`)).status).toBe(
      404,
    )
  })

  it('a message in a public stream links it: everybody but guests', async () => {
    const url = await uploadFile(world.ben)
    await sendTo(world.ben, 'test', linked(url))
    // Cleo is not in the stream, but could look into it.
    for (const client of [world.ada, world.cleo, world.echoBot]) expect(await sees(client, url)).toBe(true)
    expect(await sees(world.gus, url)).toBe(false)
  })

  it('a guest sees it where the guest received the message', async () => {
    const url = await uploadFile(world.ben)
    await sendPrivately(world.ben, ['gus@example.com'], linked(url))
    expect(await sees(world.gus, url)).toBe(true)
    expect(await sees(world.ada, url)).toBe(false)
  })

  it('a private message links it: those in the conversation', async () => {
    const url = await uploadFile(world.ben)
    await sendPrivately(world.ben, ['cleo@example.com'], linked(url))
    expect(await sees(world.cleo, url)).toBe(true)
    for (const client of [world.ada, world.gus]) expect(await sees(client, url)).toBe(false)
  })

  it('a private stream: its subscribers; who left sees nothing of it, until they return', async () => {
    const [before, after] = [await uploadFile(world.ada), await uploadFile(world.ada)]
    await sendTo(world.ada, 'leadership', linked(before))
    expect(await sees(world.ben, before)).toBe(false)
    expect(await sees(world.cleo, before)).toBe(true)
    await world.cleo.delete('/users/me/subscriptions', { subscriptions: ['leadership'] })
    await sendTo(world.ada, 'leadership', linked(after))
    expect(await sees(world.cleo, before)).toBe(false)
    expect(await sees(world.cleo, after)).toBe(false)
    await world.ada.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'leadership' }],
      principals: ['cleo@example.com'],
    })
    expect(await sees(world.cleo, before)).toBe(true)
  })

  it('a closed history: who came later sees only what came later', async () => {
    await world.ada.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'vault' }],
      invite_only: true,
      history_public_to_subscribers: false,
    })
    const [old, young] = [await uploadFile(world.ada), await uploadFile(world.ada)]
    await sendTo(world.ada, 'vault', linked(old))
    await world.ada.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'vault' }],
      principals: ['ben@example.com'],
    })
    await sendTo(world.ada, 'vault', linked(young))
    expect(await sees(world.ben, old)).toBe(false)
    expect(await sees(world.ben, young)).toBe(true)
  })

  it('of several messages that link it, one that can be read is enough', async () => {
    const url = await uploadFile(world.ben)
    await sendPrivately(world.ben, ['ada@example.com'], linked(url))
    expect(await sees(world.cleo, url)).toBe(false)
    await sendTo(world.ben, 'random', linked(url))
    expect(await sees(world.cleo, url)).toBe(true)
  })

  it('many messages that the reader cannot see do not hide an older one that they can', async () => {
    const url = await uploadFile(world.ben)
    await sendPrivately(world.ben, ['cleo@example.com'], linked(url))
    const toMyself = () => sendPrivately(world.ben, ['ben@example.com'], linked(url))
    await Promise.all(Array.from({ length: 101 }, toMyself))
    expect(await sees(world.cleo, url)).toBe(true)
    expect(await sees(world.ada, url)).toBe(false)
  })

  it('a person who cannot see a file cannot open it with a link of their own', async () => {
    const url = await uploadFile(world.ben)
    await sendTo(world.cleo, 'announcements', linked(url)).catch(() => {})
    await sendTo(world.cleo, 'general', linked(url))
    await sendPrivately(world.cleo, ['cleo@example.com'], linked(url))
    expect(await sees(world.cleo, url)).toBe(false)
    expect(await sees(world.ada, url)).toBe(false)
  })

  it('a person who can see a file can pass it on', async () => {
    const url = await uploadFile(world.ben)
    await sendPrivately(world.ben, ['cleo@example.com'], linked(url))
    await sendPrivately(world.cleo, ['gus@example.com'], linked(url))
    expect(await sees(world.gus, url)).toBe(true)
  })

  it.each([
    ['the full address of the organization', (url: string) => `http://chat.example.com${url}`, true],
    ['a picture', (url: string) => `![x](${url})`, true],
    ['code', (url: string) => `\`${url}\` and \`href="${url}"\``, false],
    ['another site', (url: string) => `https://evil.example${url}`, false],
    [
      'a host that only begins like ours',
      (url: string) => `http://chat.example.com.evil.example${url}`,
      false,
    ],
    ['plain words', (url: string) => `href="${url}"`, false],
  ])('linked by %s: %#', async (_name, write, opens) => {
    const url = await uploadFile(world.ben)
    await sendTo(world.ben, 'test', write(url))
    expect(await sees(world.ada, url)).toBe(opens)
  })

  it('an edit opens what is new in the text, and closes what is gone from it', async () => {
    const [first, second] = [await uploadFile(world.ben), await uploadFile(world.ben)]
    const id = await sendTo(world.ben, 'test', linked(first))
    await world.ben.patch(`/messages/${id}`, { content: linked(second) })
    expect(await sees(world.ada, first)).toBe(false)
    expect(await sees(world.ada, second)).toBe(true)
    await world.ben.patch(`/messages/${id}`, { content: 'nothing' })
    expect(await sees(world.ada, second)).toBe(false)
  })

  it('a move to another topic leaves it open', async () => {
    const url = await uploadFile(world.ben)
    const id = await sendTo(world.ben, 'test', linked(url))
    await world.ada.patch(`/messages/${id}`, { topic: 'elsewhere' })
    expect(await sees(world.cleo, url)).toBe(true)
  })

  it('a deleted message closes it', async () => {
    const url = await uploadFile(world.ben)
    const id = await sendTo(world.ben, 'test', linked(url))
    await world.ada.delete(`/messages/${id}`)
    expect(await sees(world.ada, url)).toBe(false)
    expect(await sees(world.ben, url)).toBe(true)
  })

  it('another organization: not with the right address, on neither host, nor by a link', async () => {
    const other = await foundOrganization(world, `files-${engine.toLowerCase()}.example.com`)
    const url = await uploadFile(world.ben)
    await sendTo(world.ben, 'general', linked(url))
    expect(await sees(other.chief, url)).toBe(false)
    expect(await sees(other.chief, url.replace(/uploads\/\d+/, `uploads/${other.realm.id}`))).toBe(false)
    await join(other.chief, 'general')
    await sendTo(other.chief, 'general', linked(url))
    expect(await sees(other.member, url)).toBe(false)
    const ticket = (await world.ben.get(url)).body.url
    expect(await sees(other.chief, ticket)).toBe(false)
    const theirs = await uploadFile(other.chief)
    await sendTo(other.chief, 'general', linked(theirs))
    expect(await sees(other.member, theirs)).toBe(true)
    expect(await sees(world.ada, theirs)).toBe(false)
  })

  it('the deactivated and incoming webhook bots: 401', async () => {
    const url = await uploadFile(world.ben)
    await sendTo(world.ben, 'general', linked(url))
    const { user } = await createUser(world.chat, world.demo.realm, {
      email: 'hal@example.com',
      fullName: 'Hal',
    })
    expect(await sees(world.as(user), url)).toBe(true)
    await deactivateUser(world.chat, user)
    for (const client of [world.as(user), world.hookBot]) {
      expect((await fetchPath(world, client, url)).status).toBe(401)
    }
  })
})
