import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../harness/api-client.ts'
import { changeRealmSettings } from '../../harness/change-realm.ts'
import { engines } from '../../harness/engines.ts'
import { listContents } from '../../harness/stored-contents.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { fetchPath, notThere, sendTo } from '../files/file-requests.ts'
import { bombPng, photo } from '../files/pictures.ts'

const path = '/users/me/avatar'

describe.each(engines)('Avatars on %s', (engine) => {
  let world: World
  let picture: Buffer
  beforeAll(async () => {
    world = await startWorld(engine)
    picture = await photo(800, 600)
  })
  afterAll(() => world.stop())

  const put = (client: ApiClient = world.ben, bytes = picture) =>
    client.upload(path, { file: { bytes, name: 'me.jpg' } })
  const urlOf = async (client: ApiClient) => (await client.get('/users/me')).body.avatar_url
  const own = async (client: ApiClient) => {
    const { body } = await client.post('/register', { event_types: ['realm_user'] })
    const { avatar_url, avatar_url_medium, avatar_source } = body
    return { avatar_url, avatar_url_medium, avatar_source }
  }
  const medium = (url: string) => url.replace('.png', '-medium.png')
  const countFiles = async () =>
    (await listContents(world.chat.contents, 'avatars', world.demo.realm.id)).length

  it('POST /users/me/avatar | two squares that anybody with the address can fetch', async () => {
    const answer = await put()
    expect(answer.status).toBe(200)
    const address = new RegExp(`^/user_avatars/${world.demo.realm.id}/[0-9a-f]{32}\\.png\\?version=\\d+$`)
    expect(answer.body).toEqual({ result: 'success', msg: '', avatar_url: expect.stringMatching(address) })
    for (const [url, size] of [
      [answer.body.avatar_url, 100],
      [medium(answer.body.avatar_url), 500],
    ]) {
      const { status, headers, bytes } = await fetchPath(world, world.nobody, url)
      expect(status).toBe(200)
      expect(headers).toMatchObject({
        'content-type': 'image/png',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': expect.stringContaining('sandbox'),
      })
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: size, height: size })
    }
  })

  it('everywhere the new one: profile, people, messages that are there already, register', async () => {
    const id = await sendTo(world.ben, 'test', 'hello')
    await world.ada.get(`/messages/${id}`)
    const { avatar_url: url } = (await put()).body
    expect(await urlOf(world.ben)).toBe(url)
    const { members } = (await world.ada.get('/users', { client_gravatar: true })).body
    expect(members.find((one: { email: string }) => one.email === 'ben@example.com').avatar_url).toBe(url)
    const { messages } = (
      await world.ada.get('/messages', { anchor: id, num_before: 0, num_after: 0, client_gravatar: true })
    ).body
    expect(messages[0].avatar_url).toBe(url)
    expect(await own(world.ben)).toEqual({
      avatar_url: url,
      avatar_url_medium: medium(url),
      avatar_source: 'U',
    })
  })

  it('realm_user | op update with the four fields, to everybody', async () => {
    const watches = await Promise.all(
      [world.ada, world.ben, world.gus].map((client) => watch(client, ['realm_user', 'realm_bot'])),
    )
    const { avatar_url: url } = (await put()).body
    const person = { user_id: world.demo.people.ben.id, email: 'ben@example.com' }
    const update = { id: expect.any(Number), type: 'realm_user', op: 'update' }
    for (const one of watches) {
      expect(await one.news()).toEqual([
        {
          ...update,
          person: {
            ...person,
            avatar_url: url,
            avatar_url_medium: medium(url),
            avatar_source: 'U',
            avatar_version: expect.any(Number),
          },
        },
      ])
    }
    await world.ben.delete(path)
    const drawn = await own(world.ben)
    expect(drawn.avatar_source).toBe('G')
    for (const one of watches)
      expect(await one.news()).toEqual([{ ...update, person: { ...person, ...drawn, avatar_version: 1 } }])
  })

  it('DELETE /users/me/avatar | back to the drawn one, and the bytes are gone; twice does no harm', async () => {
    await world.cleo.delete(path)
    const drawn = await urlOf(world.cleo)
    const { avatar_url: url } = (await put(world.cleo)).body
    const answer = await world.cleo.delete(path)
    expect([answer.status, answer.body]).toEqual([200, { result: 'success', msg: '', avatar_url: drawn }])
    for (const gone of [url, medium(url)]) {
      const file = await fetchPath(world, world.nobody, gone)
      expect([file.status, file.json()]).toEqual([404, notThere])
    }
    const news = await watch(world.ada, ['realm_user'])
    expect((await world.cleo.delete(path)).body.avatar_url).toBe(drawn)
    expect(await news.news()).toEqual([])
  })

  it('a new one has a new address and a higher version; the one before is gone', async () => {
    const first = (await put()).body.avatar_url
    const before = await countFiles()
    const second = (await put()).body.avatar_url
    const [one, other] = [first, second].map((url) => new URL(url, 'http://x'))
    expect(other!.pathname).not.toBe(one!.pathname)
    expect(Number(other!.searchParams.get('version'))).toBe(Number(one!.searchParams.get('version')) + 1)
    expect((await fetchPath(world, world.nobody, first)).status).toBe(404)
    expect(await countFiles()).toBe(before)
  })

  it('is turned the way the camera says, and neither place nor owner leak', async () => {
    const bytes = await sideways()
    const { avatar_url: url } = (await put(world.ben, bytes)).body
    for (const address of [url, medium(url)]) {
      const file = await fetchPath(world, world.nobody, address)
      const { exif, icc, xmp, orientation } = await sharp(file.bytes).metadata()
      expect([exif, xmp, orientation]).toEqual([undefined, undefined, undefined])
      expect(icc).toBeUndefined()
      expect(file.bytes.includes('SECRET-OWNER')).toBe(false)
      // The left half of the file is red: turned by a quarter it is the upper one.
      const { data, info } = await sharp(file.bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
      const top = data.subarray(0, 3)
      const bottom = data.subarray((info.height - 1) * info.width * 3).subarray(0, 3)
      expect(top[0]! - top[2]!).toBeGreaterThan(150)
      expect(bottom[2]! - bottom[0]!).toBeGreaterThan(150)
    }
  })

  const refuses = async (work: Promise<{ status: number; body: unknown }>, status: number, body: object) => {
    const before = [await urlOf(world.ben), await countFiles()]
    const answer = await work
    expect(answer.status).toBe(status)
    expect(answer.body).toEqual({ result: 'error', ...body })
    expect([await urlOf(world.ben), await countFiles()]).toEqual(before)
  }

  it('no file, or two | You must upload exactly one avatar.', async () => {
    const complaint = { msg: 'You must upload exactly one avatar.', code: 'BAD_REQUEST' }
    await refuses(world.ben.post(path), 400, complaint)
    const one = { bytes: picture, name: 'a.jpg' }
    await refuses(world.ben.upload(path, { one, two: one }), 400, complaint)
  })

  const undecodable = { msg: 'Could not decode image. Did you upload an image file?', code: 'BAD_IMAGE' }
  it.each([
    ['words', Buffer.from('not a picture'), undecodable],
    ['a picture type that is not taken', Buffer.from('II*\0rest', 'latin1'), undecodable],
    ['a drawing', Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'), undecodable],
    ['half a picture', Buffer.from('\xff\xd8\xff\xe0', 'latin1'), undecodable],
    ['a bomb', bombPng(60_000, 60_000), { msg: 'Image size exceeds limit.', code: 'BAD_IMAGE' }],
  ])('%s | BAD_IMAGE', async (_name, bytes, complaint) => {
    await refuses(put(world.ben, bytes), 400, complaint)
  })

  it('a file over 5 MiB | 413', async () => {
    await refuses(put(world.ben, Buffer.alloc(5 * 1_048_576 + 1)), 413, {
      msg: 'Uploaded file is larger than the allowed limit of 5 MiB',
      code: 'PAYLOAD_TOO_LARGE',
    })
  })

  it('avatar_changes_disabled | nobody but administrators', async () => {
    await changeRealmSettings(world, { avatar_changes_disabled: true })
    const complaint = { msg: 'Avatar changes are disabled in this organization.', code: 'BAD_REQUEST' }
    await refuses(put(), 400, complaint)
    await refuses(world.ben.delete(path), 400, complaint)
    expect((await put(world.ada)).status).toBe(200)
    await changeRealmSettings(world, { avatar_changes_disabled: false })
  })

  it('guests have their own, too; incoming webhook bots and strangers are refused', async () => {
    expect((await put(world.gus)).status).toBe(200)
    for (const client of [world.hookBot, world.nobody]) {
      expect((await put(client)).status).toBe(401)
      expect((await client.delete(path)).status).toBe(401)
    }
  })

  it('POST and DELETE /bots/{id}/avatar | realm_bot op update to its owner and the administrators only', async () => {
    const watches = await Promise.all(
      [world.ada, world.ben, world.cleo].map((client) => watch(client, ['realm_bot', 'realm_user'])),
    )
    const bot = world.demo.bots.echoBot
    const answer = await world.ben.upload(`/bots/${bot.id}/avatar`, {
      file: { bytes: picture, name: 'b.jpg' },
    })
    expect(answer.status).toBe(200)
    const { avatar_url: url } = answer.body
    const event = { type: 'realm_bot', op: 'update', bot: { user_id: bot.id, avatar_url: url } }
    const person = { user_id: bot.id, avatar_url: url, avatar_url_medium: medium(url), avatar_source: 'U' }
    const [ada, ben, cleo] = await Promise.all(watches.map((one) => one.news()))
    const everybody = [{ type: 'realm_user', op: 'update', person }]
    expect(ada).toMatchObject([...everybody, event])
    expect(ben).toMatchObject([...everybody, event])
    expect(cleo).toMatchObject(everybody)
    expect(cleo).toHaveLength(1)
    const { body } = await world.ben.post('/register', { event_types: ['realm_bot'] })
    expect(body.realm_bots[0].avatar_url).toBe(url)
    expect(await urlOf(world.echoBot)).toBe(url)
    const removed = await world.ada.delete(`/bots/${bot.id}/avatar`)
    expect(removed.body.avatar_url).toBe(await urlOf(world.echoBot))
    expect(removed.body.avatar_url).not.toBe(url)
  })

  it('of another owner’s bot, of a person, of an unknown user | refused', async () => {
    const { bots, people } = world.demo
    const refused = { code: 'BAD_REQUEST' }
    for (const [client, id, msg] of [
      [world.cleo, bots.echoBot.id, 'Insufficient permission'],
      [world.ada, people.ben.id, 'No such bot'],
      [world.ada, 9999, 'No such bot'],
      [world.gus, bots.echoBot.id, 'Not allowed for guest users'],
    ] as const) {
      const path = `/bots/${id}/avatar`
      const form = { file: { bytes: picture, name: 'b.jpg' } }
      await refuses(client.upload(path, form), 400, { msg, ...refused })
      await refuses(client.delete(path), 400, { msg, ...refused })
    }
    await refuses(world.ben.post(`/bots/${bots.echoBot.id}/avatar`), 400, {
      msg: 'You must upload exactly one avatar.',
      ...refused,
    })
  })

  it.each(['x.png', '..%2f..%2fsecret.key', `${'0'.repeat(32)}.png`, `${'0'.repeat(32)}.svg`])(
    'no picture at %j | 404',
    async (file) => {
      const answer = await fetchPath(world, world.nobody, `/user_avatars/${world.demo.realm.id}/${file}`)
      expect([answer.status, answer.json()]).toEqual([404, notThere])
    },
  )
})

/** Red on the left, blue on the right, and to be turned by a quarter; with what cameras add. */
async function sideways(): Promise<Buffer> {
  const pixels = Buffer.alloc(200 * 200 * 3)
  for (let index = 0; index < 200 * 200; index += 1) pixels[index * 3 + (index % 200 < 100 ? 0 : 2)] = 255
  return sharp(pixels, { raw: { width: 200, height: 200, channels: 3 } })
    .withExif({
      IFD0: { Copyright: 'SECRET-OWNER' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
}
