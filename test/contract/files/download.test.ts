import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tinyPng } from '../../harness/documents.ts'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { fetchPath, notThere, uploadFile } from './file-requests.ts'

describe.each(engines)('Fetch a file on %s', (engine) => {
  let world: World
  let notes: string
  beforeAll(async () => {
    world = await startWorld(engine)
    notes = await uploadFile(world.ben, 'notes.txt', Buffer.from('0123456789'))
  })
  afterAll(() => world.stop())

  const fetch = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    fetchPath(world, world.ben, url, headers, method)

  it('headers that keep it harmless', async () => {
    const { status, headers } = await fetch(notes)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-length': '10',
      'content-disposition': 'attachment; filename=notes.txt',
      'content-security-policy': expect.stringContaining("sandbox; default-src 'none'"),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=3600',
      'accept-ranges': 'bytes',
      etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
    })
  })

  const riff = (kind: string) => Buffer.from(`RIFF\x10\0\0\0${kind}fmt `, 'latin1')
  it.each([
    ['a.png', tinyPng, 'image/png', 'inline'],
    ['a.webp', riff('WEBP'), 'image/webp', 'inline'],
    ['a.wav', riff('WAVE'), 'audio/wav', 'inline'],
    ['a.mp4', Buffer.from('\0\0\0\x18ftypisom', 'latin1'), 'video/mp4', 'inline'],
    ['a.m4a', Buffer.from('\0\0\0\x18ftypM4A ', 'latin1'), 'audio/mp4', 'inline'],
    ['a.webm', Buffer.from('\x1a\x45\xdf\xa3\0', 'latin1'), 'video/webm', 'inline'],
    ['a.heic', Buffer.from('\0\0\0\x18ftypheic', 'latin1'), 'image/heic', 'attachment'],
    ['a.pdf', Buffer.from('%PDF-1.4\n'), 'application/pdf', 'attachment'],
    ['a.zip', Buffer.from('PK\x03\x04\0\xff', 'latin1'), 'application/zip', 'attachment'],
    [
      'a.svg',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      'text/plain; charset=utf-8',
      'attachment',
    ],
    ['a.xml', Buffer.from('<?xml version="1.0"?><a/>'), 'text/plain; charset=utf-8', 'attachment'],
    ['a.png', Buffer.from('<html><script>'), 'text/plain; charset=utf-8', 'attachment'],
    ['a.bin', Buffer.from([0, 1, 2, 255]), 'application/octet-stream', 'attachment'],
  ])('%s | is what its bytes are: %#', async (name, bytes, type, disposition) => {
    const { headers } = await fetch(await uploadFile(world.ben, name, bytes))
    expect(headers['content-type']).toBe(type)
    expect(headers['content-disposition']).toMatch(new RegExp(`^${disposition}; filename=${name}`))
  })

  it('?download=1 | to be saved, also what could be shown', async () => {
    const url = await uploadFile(world.ben, 'a.png', tinyPng)
    expect((await fetch(`${url}?download=1`)).headers['content-disposition']).toMatch(/^attachment;/)
    expect((await fetch(`${url}?download=0`)).headers['content-disposition']).toMatch(/^inline;/)
  })

  it('If-None-Match | 304 without a body, with another tag the whole', async () => {
    const tag = String((await fetch(notes)).headers.etag)
    for (const known of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
      const { status, bytes } = await fetch(notes, { 'if-none-match': known })
      expect([status, bytes.length]).toEqual([304, 0])
    }
    expect((await fetch(notes, { 'if-none-match': '"other"' })).status).toBe(200)
  })

  it.each([
    ['bytes=0-3', '0123', 'bytes 0-3/10'],
    ['bytes=4-', '456789', 'bytes 4-9/10'],
    ['bytes=-2', '89', 'bytes 8-9/10'],
    ['bytes=-99', '0123456789', 'bytes 0-9/10'],
    ['bytes=8-99', '89', 'bytes 8-9/10'],
  ])('Range | %s: 206', async (range, text, contentRange) => {
    const { status, headers, bytes } = await fetch(notes, { range })
    expect([status, bytes.toString()]).toEqual([206, text])
    expect(headers).toMatchObject({ 'content-range': contentRange, 'content-length': String(text.length) })
  })

  it.each(['bytes=10-', 'bytes=99-100', 'bytes=-0'])('Range | %s: 416', async (range) => {
    const { status, headers, bytes } = await fetch(notes, { range })
    expect([status, bytes.length]).toEqual([416, 0])
    expect(headers['content-range']).toBe('bytes */10')
  })

  it.each(['bytes=0-1,3-4', 'bytes=5-2', 'lines=1-2', 'bytes=a-b', 'bytes=-'])(
    'Range | %s is not one range of bytes: the whole',
    async (range) => {
      const { status, bytes } = await fetch(notes, { range })
      expect([status, bytes.toString()]).toEqual([200, '0123456789'])
    },
  )

  it('If-Range | of another version: the whole', async () => {
    const tag = String((await fetch(notes)).headers.etag)
    expect((await fetch(notes, { range: 'bytes=0-3', 'if-range': tag })).status).toBe(206)
    expect((await fetch(notes, { range: 'bytes=0-3', 'if-range': '"old"' })).status).toBe(200)
  })

  it('HEAD | the headers without the body', async () => {
    const { status, headers, bytes } = await fetch(notes, {}, 'HEAD')
    expect([status, bytes.length]).toEqual([200, 0])
    expect(headers['content-length']).toBe('10')
  })

  it.each([
    ['an unknown token', (url: string) => url.replace(/[0-9a-f]{32}/, 'f'.repeat(32))],
    ['another name', (url: string) => url.replace('notes', 'other')],
    ['another organization', (url: string) => url.replace(/uploads\/\d+/, 'uploads/999')],
    ['a token that is none', (url: string) => url.replace(/[0-9a-f]{32}/, '..%2f..%2fsecret.key')],
    ['a path that climbs', (url: string) => url.replace('notes.txt', '..%2f..%2f..%2fsecret.key')],
    ['a null byte', (url: string) => url.replace('notes.txt', 'notes.txt%00')],
  ])('%s | 404 in the envelope', async (_name, change) => {
    const answer = await fetch(change(notes))
    expect(answer.status).toBe(404)
    expect(answer.json()).toEqual(notThere)
  })

  it('without credentials | 401, the same whether the file is there or not', async () => {
    for (const url of [notes, notes.replace(/[0-9a-f]{32}/, 'f'.repeat(32))]) {
      const answer = await fetchPath(world, world.nobody, url)
      expect(answer.status).toBe(401)
      expect(answer.json()).toEqual({
        result: 'error',
        msg: 'Not logged in: API authentication or user session required',
        code: 'UNAUTHORIZED',
      })
    }
  })

  it('bytes that are gone | 404, and not a failure', async () => {
    const url = await uploadFile(world.ben, 'lost.txt')
    const [, , realm, token] = url.split('/')
    await world.chat.contents.remove({ kind: 'uploads', tenant: realm!, name: token! })
    const answer = await fetch(url)
    expect([answer.status, answer.json()]).toEqual([404, notThere])
  })

  describe('a temporary address', () => {
    it('GET /user_uploads/... | anybody who has it can fetch the file, for a minute', async () => {
      const { body } = await world.ben.get(notes)
      expect(body).toEqual({
        result: 'success',
        msg: '',
        url: expect.stringMatching(/^\/user_uploads\/temporary\//),
      })
      const answer = await fetchPath(world, world.nobody, body.url)
      expect([answer.status, answer.bytes.toString()]).toEqual([200, '0123456789'])
      expect(answer.headers['cache-control']).toBe('private, no-store')
      world.clock.advance(50)
      expect((await fetchPath(world, world.nobody, body.url)).status).toBe(200)
      world.clock.advance(11)
      const late = await fetchPath(world, world.nobody, body.url)
      expect([late.status, late.json()]).toEqual([404, notThere])
    })

    it('a name in another script | is fetched by it', async () => {
      const url = encodeURI(await uploadFile(world.ben, '日本語.txt'))
      const { body } = await world.ben.get(url)
      expect((await fetchPath(world, world.nobody, body.url)).status).toBe(200)
    })

    it('a signature that was changed | 404', async () => {
      const { body } = await world.ben.get(notes)
      const other = await uploadFile(world.ben, 'other.txt')
      const forged = [
        body.url.replace(/\.(\d+)\./, (_all: string, until: string) => `.${Number(until) + 1000}.`),
        body.url.replace(/[0-9a-f]{32}/, other.split('/')[3]),
        body.url.replace(/.(?=\/notes\.txt)/, (last: string) => (last === 'A' ? 'B' : 'A')),
        '/user_uploads/temporary/nonsense/notes.txt',
      ]
      for (const url of forged) expect((await fetchPath(world, world.nobody, url)).status).toBe(404)
    })

    it('of a file that the caller may not see | 404, as for one that does not exist', async () => {
      const paths = [notes, notes.replace(/[0-9a-f]{32}/, 'f'.repeat(32)), '/user_uploads/x/y/z']
      for (const path of paths) {
        const answer = await world.cleo.get(path)
        expect([answer.status, answer.body]).toEqual([404, notThere])
      }
    })
  })
})
