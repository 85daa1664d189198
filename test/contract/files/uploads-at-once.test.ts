import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uploadSlotLimits } from '../../../src/platform/uploads/upload-slot-limits.ts'
import type { ApiClient } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { incoming, SlowUpload } from '../../harness/slow-upload.ts'
import { startWorld, type World } from '../../harness/world.ts'

const MEGABYTE = 1_000_000
const piece = Buffer.alloc(MEGABYTE, 7)

const limits = {
  ...uploadSlotLimits,
  key: { uploads: 3, bytes: 5 * MEGABYTE },
  tenant: { uploads: 4, bytes: 6 * MEGABYTE },
}

const headersOf = ({ credentials }: ApiClient) => ({
  authorization: `Basic ${Buffer.from(`${credentials!.email}:${credentials!.key}`).toString('base64')}`,
})
const begin = (world: World, client: ApiClient, bytes: number) =>
  new SlowUpload((world.app.server.address() as AddressInfo).port, {
    path: '/api/v1/user_uploads',
    headers: headersOf(client),
    bytes,
  })
const arrived = (world: World, uploads: number, bytes: number) =>
  expect
    .poll(() => {
      const sizes = incoming(world.config.dataDir)
      return sizes.length >= uploads && sizes.reduce((sum, size) => sum + size, 0) >= bytes
    })
    .toBe(true)
const nothingLeft = (world: World) => expect.poll(() => incoming(world.config.dataDir)).toEqual([])

describe.each(engines)('Uploads at once on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine, {}, { uploads: limits })
    await world.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(() => world.stop())

  const start = (client: ApiClient, bytes: number) => begin(world, client, bytes)
  const refusal = async (upload: SlowUpload) => {
    const { status, headers, body } = await upload.answer
    upload.hangUp()
    return { status, retryAfter: headers['retry-after'], msg: JSON.parse(body).msg }
  }

  it('more than one person may, then than the organization may: 429, and a place that is freed is given again', async () => {
    const half = Buffer.alloc(500)
    const bens = [start(world.ben, 1000), start(world.ben, 1000), start(world.ben, 1000)]
    for (const upload of bens) upload.send(half)
    await arrived(world, 3, 0)
    const more = start(world.ben, 10)
    expect(await refusal(more)).toEqual({
      status: 429,
      retryAfter: '5',
      msg: 'Too many uploads at once by one person (limit: 3)',
    })
    const cleos = start(world.cleo, 1000).send(half)
    await arrived(world, 4, 0)
    expect(await refusal(start(world.ada, 10))).toMatchObject({
      status: 429,
      msg: 'Too many uploads at once in this organization (limit: 4)',
    })
    expect((await world.ada.get('/users/me')).status).toBe(200)
    bens[0]!.hangUp()
    await expect
      .poll(async () => (await world.ada.upload('/user_uploads', { f: { bytes: piece, name: 'a' } })).status)
      .toBe(200)
    for (const upload of [bens[1]!, bens[2]!, cleos]) {
      expect((await upload.send(half).finish()).status).toBe(200)
      upload.hangUp()
    }
    await nothingLeft(world)
  })

  it('the same for bytes, while they come', async () => {
    const slow = start(world.ben, 4 * MEGABYTE)
    for (let count = 0; count < 4; count += 1) slow.send(piece)
    await arrived(world, 1, 3.9 * MEGABYTE)
    const second = start(world.ben, 2 * MEGABYTE)
      .send(piece)
      .send(piece)
    expect(await refusal(second)).toMatchObject({
      status: 429,
      msg: `Uploads at once by one person are too large together (limit: ${5 * MEGABYTE} bytes)`,
    })
    const third = start(world.cleo, 3 * MEGABYTE)
      .send(piece)
      .send(piece)
      .send(piece)
    expect(await refusal(third)).toMatchObject({
      status: 429,
      msg: `Uploads at once in this organization are too large together (limit: ${6 * MEGABYTE} bytes)`,
    })
    expect((await slow.finish()).status).toBe(200)
    await nothingLeft(world)
    slow.hangUp()
  })

  it('strangers take no place: they are answered before their body has come', async () => {
    const port = (world.app.server.address() as AddressInfo).port
    const upload = new SlowUpload(port, { path: '/api/v1/user_uploads', headers: {}, bytes: MEGABYTE })
    expect((await upload.answer).status).toBe(401)
    expect(incoming(world.config.dataDir)).toEqual([])
    upload.hangUp()
  })
})

describe('Many slow uploads', () => {
  let world: World
  beforeAll(async () => {
    world = await startWorld('SQLite')
    await world.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(() => world.stop())

  it('lie on the disk and not in memory, and others are answered meanwhile', async () => {
    const each = 5
    const people = [world.ada, world.ben, world.cleo]
    const before = process.memoryUsage().rss
    const uploads = people.flatMap((client) =>
      Array.from({ length: 20 }, () => begin(world, client, each * MEGABYTE)),
    )
    for (let count = 0; count < each; count += 1) for (const upload of uploads) upload.send(piece)
    await arrived(world, uploads.length, uploads.length * (each * MEGABYTE - 1000))
    expect((await world.gus.get('/users/me')).status).toBe(200)
    const sent = uploads.length * each * MEGABYTE
    expect(process.memoryUsage().rss - before).toBeLessThan(sent / 2)
    const answers = await Promise.all(uploads.map((upload) => upload.finish()))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    for (const upload of uploads) upload.hangUp()
    await nothingLeft(world)
  })
})
