import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { foundOrganization } from '../../harness/found-organization.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { fetchPath, notThere, sendTo } from '../files/file-requests.ts'
import { animatedGif, bombPng, photo } from '../files/pictures.ts'

describe.each(engines)('Custom emoji on %s', (engine) => {
  let world: World
  let square: Buffer
  beforeAll(async () => {
    world = await startWorld(engine)
    square = await photo(120, 80)
  })
  afterAll(() => world.stop())

  const add = (name: string, client: ApiClient = world.ben, bytes = square) =>
    client.upload(`/realm/emoji/${encodeURIComponent(name)}`, { file: { bytes, name: 'e.png' } })
  const all = async (client: ApiClient = world.ben) => (await client.get('/realm/emoji')).body.emoji
  const named = async (name: string, client: ApiClient = world.ben) =>
    Object.values(await all(client)).findLast((one) => (one as { name: string }).name === name) as Record<
      string,
      unknown
    >
  const refuses = async (work: Promise<{ status: number; body: unknown }>, status: number, body: object) => {
    const before = await all()
    const answer = await work
    expect(answer.status).toBe(status)
    expect(answer.body).toEqual({ result: 'error', ...body })
    expect(await all()).toEqual(before)
  }

  it('POST /realm/emoji/{name} | all fields, and a picture of 64 by 64 that anybody can fetch', async () => {
    const answer = await add('happy_otter')
    expect([answer.status, answer.body]).toEqual([200, { result: 'success', msg: '' }])
    const { people, realm } = world.demo
    const emoji = await named('happy_otter')
    expect(emoji).toEqual({
      id: expect.stringMatching(/^\d+$/),
      name: 'happy_otter',
      source_url: expect.stringMatching(
        new RegExp(`^/user_avatars/${realm.id}/emoji/images/[0-9a-f]{32}\\.png$`),
      ),
      still_url: null,
      deactivated: false,
      author_id: people.ben.id,
      author: { id: people.ben.id, email: 'ben@example.com', full_name: 'Ben Okri' },
    })
    const file = await fetchPath(world, world.nobody, String(emoji.source_url))
    expect(file.status).toBe(200)
    expect(file.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': expect.stringContaining('sandbox'),
      'x-content-type-options': 'nosniff',
    })
    expect(await sharp(file.bytes).metadata()).toMatchObject({ format: 'png', width: 64, height: 64 })
  })

  it.each(['gif', 'webp'] as const)(
    'an animated one | stays animated as %s, with a still picture',
    async (format) => {
      const gif = await animatedGif(90, 60, 3)
      const bytes = format === 'gif' ? gif : await sharp(gif, { animated: true }).webp().toBuffer()
      await add(`moving-${format}`, world.ben, bytes)
      const emoji = await named(`moving-${format}`)
      const moving = await fetchPath(world, world.nobody, String(emoji.source_url))
      expect(moving.headers['content-type']).toBe(`image/${format}`)
      expect(await sharp(moving.bytes, { animated: true }).metadata()).toMatchObject({
        format,
        pages: 3,
        width: 64,
        pageHeight: 64,
      })
      const still = await fetchPath(world, world.nobody, String(emoji.still_url))
      const found = await sharp(still.bytes).metadata()
      expect([found.format, found.width, found.height, found.pages ?? 1]).toEqual(['png', 64, 64, 1])
    },
  )

  it('the picture says nothing of where it was taken', async () => {
    await add('nowhere', world.ben, await photo(100, 50, { turned: true }))
    const { bytes } = await fetchPath(world, world.nobody, String((await named('nowhere')).source_url))
    expect((await sharp(bytes).metadata()).exif).toBeUndefined()
    expect(bytes.includes('SECRET-OWNER')).toBe(false)
  })

  it('realm_emoji | op update with all of them, to everybody; register tells the same', async () => {
    const people = [world.ada, world.ben, world.gus, world.echoBot]
    const watches = await Promise.all(people.map((client) => watch(client, ['realm_emoji'])))
    await add('told')
    const expected = { type: 'realm_emoji', op: 'update', realm_emoji: await all() }
    for (const one of watches) expect(await one.news()).toEqual([{ id: expect.any(Number), ...expected }])
    const { body } = await world.gus.post('/register', { event_types: ['realm_emoji'] })
    expect(body.realm_emoji).toEqual(expected.realm_emoji)
    await world.ben.delete('/realm/emoji/told')
    const [gone] = await watches[2]!.news()
    expect(gone.realm_emoji).toEqual(await all())
    expect((await named('told')).deactivated).toBe(true)
  })

  it('messages show it at once; after its end new ones do not, and old ones go on', async () => {
    await add('fleeting.one')
    const { source_url: url } = await named('fleeting.one')
    const html = async (id: number) => (await world.ben.get(`/messages/${id}`)).body.message.content
    const first = await sendTo(world.ben, 'test', 'look :fleeting.one:')
    const picture = `<img alt=":fleeting.one:" class="emoji" src="${url}" title="fleeting.one">`
    expect(await html(first)).toBe(`<p>look ${picture}</p>`)
    await world.ben.delete('/realm/emoji/fleeting.one')
    expect(await html(await sendTo(world.ben, 'test', 'look :fleeting.one:'))).toBe(
      '<p>look :fleeting.one:</p>',
    )
    expect(await html(first)).toContain(picture)
    expect((await fetchPath(world, world.nobody, String(url))).status).toBe(200)
  })

  it('a name is free again when its emoji is deactivated', async () => {
    await add('again')
    const { id } = await named('again')
    await world.ben.delete('/realm/emoji/again')
    expect((await add('again', world.cleo)).status).toBe(200)
    expect((await named('again')).id).not.toBe(id)
  })

  it('blanks in a name become underscores', async () => {
    expect((await add(' two words ')).status).toBe(200)
    expect(await named('two_words')).toBeDefined()
  })

  const taken = { msg: 'A custom emoji with this name already exists.', code: 'BAD_REQUEST' }

  it('the same name twice | A custom emoji with this name already exists.; of many at once one wins', async () => {
    await add('only_one')
    await refuses(add('only_one', world.ada), 400, taken)
    const answers = await Promise.all([1, 2, 3, 4].map(() => add('race', world.cleo)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
    const rows = Object.values<{ name: string }>(await all()).filter(({ name }) => name === 'race')
    expect(rows).toHaveLength(1)
  })

  it.each(['Upper', 'ümlaut', 'sla/sh', 'a:b', 'x<y', 'new\nline'])(
    'the name %j | Invalid characters in emoji name',
    async (name) => {
      await refuses(add(name), 400, { msg: 'Invalid characters in emoji name', code: 'BAD_REQUEST' })
    },
  )

  it('no name | Emoji name is missing; too long | says so', async () => {
    await refuses(add('  '), 400, { msg: 'Emoji name is missing', code: 'BAD_REQUEST' })
    await refuses(add('a'.repeat(61)), 400, {
      msg: 'emoji_name is too long (limit: 60 characters)',
      code: 'BAD_REQUEST',
    })
  })

  it('no file, or two | You must upload exactly one file.', async () => {
    const complaint = { msg: 'You must upload exactly one file.', code: 'BAD_REQUEST' }
    await refuses(world.ben.post('/realm/emoji/none'), 400, complaint)
    const one = { bytes: square, name: 'e.png' }
    await refuses(world.ben.upload('/realm/emoji/none', { one, two: one }), 400, complaint)
  })

  const undecodable = { msg: 'Could not decode image. Did you upload an image file?', code: 'BAD_IMAGE' }
  it.each([
    ['words', Buffer.from('not a picture'), undecodable],
    ['a drawing that could run', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), undecodable],
    ['only the beginning of one', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), undecodable],
    ['nothing', Buffer.alloc(0), undecodable],
    ['a bomb', bombPng(60_000, 60_000), { msg: 'Image size exceeds limit.', code: 'BAD_IMAGE' }],
  ])('%s | BAD_IMAGE', async (_name, bytes, complaint) => {
    await refuses(add('broken', world.ben, bytes), 400, complaint)
  })

  it('a file over 5 MiB | 413', async () => {
    await refuses(add('huge', world.ben, Buffer.alloc(5 * 1_048_576 + 1)), 413, {
      msg: 'Uploaded file is larger than the allowed limit of 5 MiB',
      code: 'PAYLOAD_TOO_LARGE',
    })
  })

  it('the name of a default emoji | for administrators only', async () => {
    await refuses(add('smile'), 400, {
      msg: 'Only administrators can override default emoji.',
      code: 'BAD_REQUEST',
    })
    expect((await add('smile', world.ada)).status).toBe(200)
  })

  it('guests, incoming webhook bots and strangers cannot add or remove; guests can look', async () => {
    await add('kept')
    const guest = { msg: 'Not allowed for guest users', code: 'BAD_REQUEST' }
    await refuses(add('by_guest', world.gus), 400, guest)
    await refuses(world.gus.delete('/realm/emoji/kept'), 400, guest)
    expect(await all(world.gus)).toEqual(await all())
    for (const client of [world.hookBot, world.nobody]) {
      expect((await add('by_stranger', client)).status).toBe(401)
      expect((await client.get('/realm/emoji')).status).toBe(401)
    }
  })

  it('DELETE | by its author or an administrator; others and unknown names are refused', async () => {
    await add('mine')
    await refuses(world.cleo.delete('/realm/emoji/mine'), 400, {
      msg: 'Must be an organization administrator or emoji author',
      code: 'BAD_REQUEST',
    })
    expect((await world.ben.delete('/realm/emoji/mine')).body).toEqual({ result: 'success', msg: '' })
    const missing = { msg: "Emoji 'mine' does not exist", code: 'BAD_REQUEST' }
    await refuses(world.ben.delete('/realm/emoji/mine'), 400, missing)
    await add('mine')
    expect((await world.ada.delete('/realm/emoji/mine')).status).toBe(200)
  })

  it('another organization has its own', async () => {
    await add('ours')
    const other = await foundOrganization(world, `emoji-${engine.toLowerCase()}.example.com`)
    expect(await all(other.chief)).toEqual({})
    const answer = await other.chief.delete('/realm/emoji/ours')
    expect(answer.body.msg).toBe("Emoji 'ours' does not exist")
    expect((await add('ours', other.member)).status).toBe(200)
    expect((await named('ours')).deactivated).toBe(false)
  })

  it.each(['', 'x.png', '..%2f..%2fsecret.key', `${'0'.repeat(32)}.png`, `${'0'.repeat(32)}.svg`])(
    'no picture at %j | 404, and no list',
    async (file) => {
      const url = `/user_avatars/${world.demo.realm.id}/emoji/images/${file}`
      const answer = await fetchPath(world, world.nobody, url)
      expect(answer.status).toBe(404)
      if (file !== '') expect(answer.json()).toEqual(notThere)
    },
  )
})
