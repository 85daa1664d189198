import { mkdirSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../../src/config/config.ts'
import { createLogger } from '../../../src/platform/logging/log.ts'
import { uploadSlotLimits } from '../../../src/platform/uploads/upload-slot-limits.ts'
import { openProducts } from '../../../src/server/start/open-products.ts'
import { engines, makePlace } from '../../harness/engines.ts'
import { incoming, SlowUpload } from '../../harness/slow-upload.ts'
import { listContents } from '../../harness/stored-contents.ts'
import { startWorld, type World } from '../../harness/world.ts'

const path = '/user_uploads'

describe.each(engines)('Broken uploads on %s', (engine) => {
  let world: World
  let before: string[]
  beforeAll(async () => {
    const uploads = { ...uploadSlotLimits, pauseMs: 300 }
    world = await startWorld(engine, { UPLOAD_MEGABYTES: '1' }, { uploads })
    await world.app.listen({ port: 0, host: '127.0.0.1' })
    before = await stored()
  })
  afterAll(() => world.stop())

  const stored = () => listContents(world.chat.contents, 'uploads', world.demo.realm.id)
  const start = (bytes: number, length?: (whole: number) => number) => {
    const { email, key } = world.ben.credentials!
    const authorization = `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`
    const { port } = world.app.server.address() as AddressInfo
    return new SlowUpload(port, { path: `/api/v1${path}`, headers: { authorization }, bytes }, length)
  }
  const nothingIsLeft = async () => {
    await expect.poll(() => incoming(world.config.dataDir)).toEqual([])
    expect(await stored()).toEqual(before)
  }
  const send = (payload: string | Buffer, type = 'multipart/form-data; boundary=x') =>
    world.ben.raw({ method: 'POST', url: path, payload, headers: { 'content-type': type } })
  const part = (headers: string, content = 'x') => `--x\r\n${headers}\r\n\r\n${content}\r\n`
  const file = (name = 'a.txt') => `content-disposition: form-data; name="file"; filename="${name}"`

  // With the pauses of a real server in telephony/files/uploads-at-once.test.ts.
  it('the client hangs up in the middle', async () => {
    const upload = start(500_000).send(Buffer.alloc(200_000))
    await expect.poll(() => incoming(world.config.dataDir)[0]).toBeGreaterThan(100_000)
    upload.hangUp()
    await nothingIsLeft()
  })

  it('the rest does not come: 408, and the connection is closed', async () => {
    const upload = start(500_000).send(Buffer.alloc(200_000))
    const { status, body, headers } = await upload.answer
    expect([status, JSON.parse(body).msg]).toEqual([408, 'The upload stalled'])
    expect(headers.connection).toBe('close')
    await expect.poll(() => upload.connection.isClosed).toBe(true)
    await nothingIsLeft()
  })

  it('content-length says more than comes: 408; less: 400', async () => {
    const more = start(10, (whole) => whole + 100).send(Buffer.alloc(10))
    expect((await more.finish()).status).toBe(408)
    const less = start(10_000, (whole) => whole - 5000).send(Buffer.alloc(10_000))
    expect((await less.finish()).status).toBe(400)
    less.hangUp()
    await nothingIsLeft()
  })

  it('too large: refused before the end, even if content-length is wrong', async () => {
    const upload = start(1_100_000).send(Buffer.alloc(1_060_000))
    const { status, body } = await upload.answer
    const msg = 'Uploaded file is larger than the allowed limit of 1 MiB'
    expect([status, JSON.parse(body).msg]).toEqual([413, msg])
    upload.hangUp()
    await nothingIsLeft()
  })

  it.each([
    ['no boundary', () => send(`${part(file())}--x--\r\n`, 'multipart/form-data')],
    [
      'a boundary that does not occur',
      () => send(`${part(file())}--x--\r\n`, 'multipart/form-data; boundary=y'),
    ],
    ['no end', () => send(part(file(), 'half'))],
    ['an empty body', () => send('')],
    [
      'a file without a field',
      () => send(`${part('content-disposition: form-data; filename="a"')}--x--\r\n`),
    ],
  ])('%s: 400', async (_what, work) => {
    const { status, body } = await work()
    expect([status, body.msg]).toEqual([400, 'Malformed multipart form'])
    await nothingIsLeft()
  })

  it('too many parts: 400, and the files before them are gone', async () => {
    const { status, body } = await send(`${part(file()).repeat(201)}--x--\r\n`)
    expect([status, body.msg]).toEqual([400, 'The form has too many parts (limit: 200)'])
    await nothingIsLeft()
  })

  it('a field of more than a megabyte: 413', async () => {
    const field = part('content-disposition: form-data; name="a"', 'y'.repeat(1_048_577))
    const { status, body } = await send(`${field}--x--\r\n`)
    expect([status, body.msg]).toEqual([413, 'The request is too large'])
    await nothingIsLeft()
  })

  it('headers of a part without end: only their beginning is read', async () => {
    const junk = `x-junk: ${'z'.repeat(100_000)}`
    const lost = await send(`${part(`${junk}\r\n${file()}`)}--x--\r\n`)
    expect([lost.status, lost.body.msg]).toEqual([400, 'You must specify a file to upload'])
    await nothingIsLeft()
  })

  it('a file where none is wanted is dropped, and its bytes count as any others', async () => {
    const field = part('content-disposition: form-data; name="status_text"', 'busy')
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const post = (payload: string) =>
      world.ben.raw({ method: 'POST', url: '/users/me/status', payload, headers })
    expect((await post(`${field}${part(file())}--x--\r\n`)).status).toBe(200)
    expect((await post(`${field}${part(file(), 'y'.repeat(1_048_577))}--x--\r\n`)).status).toBe(413)
    await nothingIsLeft()
  })

  it('anything but a form has the usual megabyte, here too', async () => {
    const payload = JSON.stringify({ a: 'y'.repeat(1_048_577) })
    expect((await send(payload, 'application/json')).status).toBe(413)
  })
})

describe.each(engines)('What a crash has left on %s', (engine) => {
  it('is removed at the next start, but not by a command', async () => {
    const place = await makePlace(engine)
    const folder = join(place.dataDir, 'incoming')
    mkdirSync(folder)
    writeFileSync(join(folder, 'half'), 'a file')
    const { dataDir: DATA_DIR, databaseUrl } = place
    const config = readConfig({}, { DATA_DIR, ...(databaseUrl && { DATABASE_URL: databaseUrl }) })
    const open = async (purpose: 'server' | 'command') =>
      (await openProducts(config, createLogger('silent'), undefined, purpose)).stop()
    await open('command')
    expect(incoming(place.dataDir)).toEqual([6])
    await open('server')
    expect(incoming(place.dataDir)).toEqual([])
    await place.remove()
  })
})
