import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../../harness/engines.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'
import { uploadFile } from '../../../harness/upload-file.ts'

const page = Buffer.from('<html><script>alert(1)</script></html>')

describe.each(engines)('downloading files on %s', (engine) => {
  let world: TelephonyWorld
  beforeAll(async () => {
    world = await startTelephonyWorld(engine)
  })
  afterAll(() => world.stop())

  /** The path of a generated address. */
  const share = async (id: string, input: object = {}) => {
    const answer = await world.ben.post(`/files/${id}/generate_url`, input)
    expect(answer.status).toBe(200)
    const { url, expires_at } = answer.body
    expect(url.startsWith('http://phones.example.com/files/shared/')).toBe(true)
    return { path: url.slice('http://phones.example.com'.length) as string, expiresAt: expires_at as string }
  }

  it('comes as something to save, which no browser runs', async () => {
    const file = await uploadFile(world.ben, page, 'Grüße "an" alle.html')
    const { status, headers, bytes } = await world.ben.get(`/files/${file.id}/download`)
    expect(status).toBe(200)
    expect(bytes.equals(page)).toBe(true)
    expect(headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-length': String(page.length),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'no-store',
    })
    expect(headers['content-disposition']).toBe(
      `attachment; filename="Gr??e \\"an\\" alle.html"; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%22an%22%20alle.html`,
    )
  })

  it('a name with half a character does no harm', async () => {
    const { body: file } = await world.ben.call('POST', '/files', '{"name":"a\\ud800b"}')
    await world.ben.call('POST', `/files/${file.id}/upload`, 'x')
    expect((await world.ben.get(`/files/${file.id}/download`)).status).toBe(200)
  })

  it('HEAD tells the size without the bytes', async () => {
    const file = await uploadFile(world.ben, page)
    const address = await world.listen()
    const answer = await fetch(`${address}/files/${file.id}/download`, {
      method: 'HEAD',
      headers: world.ben.headers,
    })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-length')).toBe(String(page.length))
    expect(await answer.text()).toBe('')
  })

  it('a generated address needs no credentials, with the same safe headers', async () => {
    const file = await uploadFile(world.ben, page)
    const { path } = await share(file.id)
    const { status, headers, bytes } = await world.stranger.get(path)
    expect(status).toBe(200)
    expect(bytes.equals(page)).toBe(true)
    expect(headers['content-disposition']).toContain('attachment')
    expect(headers['content-security-policy']).toContain('sandbox')
  })

  it('it works for 120 seconds unless told otherwise', async () => {
    const file = await uploadFile(world.ben, page)
    const [short, long] = [await share(file.id), await share(file.id, { expire: 86_400 })]
    const lifetime = Date.parse(long.expiresAt) - Date.parse(short.expiresAt)
    expect(Math.round(lifetime / 10_000)).toBe(8628)
    world.clock.advance(118)
    expect((await world.stranger.get(short.path)).status).toBe(200)
    world.clock.advance(3)
    expect((await world.stranger.get(short.path)).status).toBe(404)
    expect((await world.stranger.get(long.path)).status).toBe(200)
  })

  it.each([0, -1, 86_401, 1.5, '120', null])('expire %j is refused', async (expire) => {
    const file = await uploadFile(world.ben, page)
    const { status, body } = await world.ben.post(`/files/${file.id}/generate_url`, { expire })
    expect(status).toBe(400)
    expect(body.errors[0].pointer).toBe('/expire')
  })

  it('a changed URL gets nothing', async () => {
    const [file, other] = [await uploadFile(world.ben, page), await uploadFile(world.ada, page)]
    const { path } = await share(file.id)
    const [company, , until, signature] = path.slice('/files/shared/'.length).split('.')
    for (const token of [
      [company, other.id, until, signature],
      [company, file.id, String(Number(until) + 1), signature],
      [String(Number(company) + 1), file.id, until, signature],
      [company, file.id, until, signature!.split('').reverse().join('')],
      [company, file.id, until, ''],
      ['x'],
    ]) {
      expect((await world.stranger.get(`/files/shared/${token.join('.')}`)).status).toBe(404)
    }
  })

  it('it ends with the file', async () => {
    const file = await uploadFile(world.ben, page)
    const { path } = await share(file.id)
    await world.ben.delete(`/files/${file.id}`)
    expect((await world.stranger.get(path)).status).toBe(404)
  })
})
