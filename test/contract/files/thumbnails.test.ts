import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePdf, missingDocumentPrograms } from '../../harness/documents.ts'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { signIn } from '../sign-in/browser.ts'
import { fetchPath, notThere, sendTo, uploadFile } from './file-requests.ts'
import { animatedGif, bombPng, photo } from './pictures.ts'

const small = (url: string, size = '840x560.webp') =>
  `${url.replace('/user_uploads', '/user_uploads/thumbnail')}/${size}`

describe.each(engines)('Small pictures on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  it.each([
    ['840x560.webp', 840, 420],
    ['300x200.webp', 300, 150],
    ['150x100.webp', 150, 75],
  ])('%s | fits into it, as WebP', async (size, width, height) => {
    const url = await uploadFile(world.ben, 'wide.jpg', await photo(2000, 1000))
    const { status, headers, bytes } = await fetchPath(world, world.ben, small(url, size))
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=3600',
      'content-security-policy': expect.stringContaining('sandbox'),
    })
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width, height })
  })

  it('a picture that is small already is not made larger', async () => {
    const url = await uploadFile(world.ben, 'tiny.png', await photo(20, 10))
    const { bytes } = await fetchPath(world, world.ben, small(url))
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 20, height: 10 })
  })

  it('is turned the way the camera says, and says nothing of where it was', async () => {
    const url = await uploadFile(world.ben, 'turned.jpg', await photo(200, 100, { turned: true }))
    const { bytes } = await fetchPath(world, world.ben, small(url))
    const found = await sharp(bytes).metadata()
    expect(found).toMatchObject({ width: 100, height: 200 })
    expect(found.exif).toBeUndefined()
  })

  it('of one that moves | its first picture', async () => {
    const url = await uploadFile(world.ben, 'moving.gif', await animatedGif(80, 40))
    const { bytes } = await fetchPath(world, world.ben, small(url))
    const found = await sharp(bytes).metadata()
    expect([found.pages ?? 1, found.width, found.height]).toEqual([1, 80, 40])
  })

  it.skipIf(missingDocumentPrograms !== '')('of a PDF | its first page', async () => {
    const url = await uploadFile(world.ben, 'letter.pdf', makePdf(2))
    const { status, headers, bytes } = await fetchPath(world, world.ben, small(url))
    expect([status, headers['content-type']]).toEqual([200, 'image/webp'])
    const { height = 0, width = 0 } = await sharp(bytes).metadata()
    expect(height).toBe(560)
    expect(width).toBeLessThan(height)
    // Black letters on white paper.
    const { channels } = await sharp(bytes).stats()
    expect(channels[0]!.max - channels[0]!.min).toBeGreaterThan(200)
    expect((await fetchPath(world, world.cleo, small(url))).status).toBe(404)
  })

  it('many readers at once | all get it', async () => {
    const url = await uploadFile(world.ben, 'wide.jpg', await photo(1200, 800))
    await sendTo(world.ben, 'test', `[x](${url})`)
    const readers = [world.ada, world.ben, world.cleo, world.echoBot]
    const answers = await Promise.all(
      readers.flatMap((reader) => [1, 2].map(() => fetchPath(world, reader, small(url)))),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    for (const { bytes } of answers) expect(bytes.equals(answers[0]!.bytes)).toBe(true)
  })

  it('is for those only who may see the picture itself', async () => {
    const url = await uploadFile(world.ben, 'secret.jpg', await photo(50, 50))
    for (let turn = 0; turn < 2; turn += 1) {
      const answer = await fetchPath(world, world.cleo, small(url))
      expect([answer.status, answer.json()]).toEqual([404, notThere])
      // From now on it is stored.
      expect((await fetchPath(world, world.ben, small(url))).status).toBe(200)
    }
    expect((await fetchPath(world, world.nobody, small(url))).status).toBe(401)
  })

  it.each([
    [
      'a size that is not offered',
      async () => small(await uploadFile(world.ben, 'a.jpg', await photo(9, 9)), '9x9.webp'),
    ],
    [
      'a size that climbs',
      async () => small(await uploadFile(world.ben, 'a.jpg', await photo(9, 9)), '..%2f..%2fx'),
    ],
    [
      'a size that every object has',
      async () => small(await uploadFile(world.ben, 'a.jpg', await photo(9, 9)), 'toString'),
    ],
    ['no picture', async () => small(await uploadFile(world.ben, 'a.png', Buffer.from('words')))],
    [
      'a drawing that could run',
      async () =>
        small(await uploadFile(world.ben, 'a.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))),
    ],
    [
      'a broken picture',
      async () => small(await uploadFile(world.ben, 'a.jpg', (await photo(300, 300)).subarray(0, 400))),
    ],
    ['a broken PDF', async () => small(await uploadFile(world.ben, 'a.pdf', makePdf().subarray(0, 60)))],
    [
      'a small file of enormous size',
      async () => small(await uploadFile(world.ben, 'bomb.png', bombPng(60_000, 60_000))),
    ],
  ])('%s | 404', async (_name, make) => {
    const url = await make()
    for (let turn = 0; turn < 2; turn += 1) {
      const answer = await fetchPath(world, world.ben, url)
      expect([answer.status, answer.json()]).toEqual([404, notThere])
    }
  })

  it('a browser fetches both with its session, and nothing without', async () => {
    const url = await uploadFile(world.ben, 'cookie.jpg', await photo(50, 50))
    const cookie = (await signIn(world.nobody, 'ben@example.com')).cookie
    for (const address of [url, small(url)]) {
      expect((await fetchPath(world, world.nobody, address, { cookie })).status).toBe(200)
      expect((await fetchPath(world, world.nobody, address, { cookie: `${cookie}x` })).status).toBe(401)
    }
    const cleos = (await signIn(world.nobody, 'cleo@example.com')).cookie
    expect((await fetchPath(world, world.nobody, url, { cookie: cleos })).status).toBe(404)
  })
})
