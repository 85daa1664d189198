import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { foundOrganization } from '../../harness/found-organization.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { fetchPath, notThere } from '../files/file-requests.ts'
import { bombPng, photo } from '../files/pictures.ts'

const path = '/realm/icon'

describe.each(engines)('The icon of the organization on %s', (engine) => {
  let world: World
  let picture: Buffer
  beforeAll(async () => {
    world = await startWorld(engine)
    picture = await photo(640, 480)
  })
  afterAll(() => world.stop())

  const put = (client: ApiClient = world.ada, bytes = picture) =>
    client.upload(path, { file: { bytes, name: 'icon.jpg' } })
  const shown = async (client: ApiClient = world.ben) => {
    const { body } = await client.post('/register', { event_types: ['realm'] })
    const settings = (await client.get('/server_settings')).body
    return { url: body.realm_icon_url, source: body.realm_icon_source, outside: settings.realm_icon }
  }

  it('POST /realm/icon | a square that anybody can fetch, told by register and server_settings', async () => {
    const before = await shown()
    expect(before).toEqual({ url: before.url, source: 'G', outside: before.url })
    const answer = await put()
    expect(answer.status).toBe(200)
    const address = new RegExp(`^/user_avatars/${world.demo.realm.id}/realm/[0-9a-f]{32}\\.png\\?version=1$`)
    expect(answer.body).toEqual({ result: 'success', msg: '', icon_url: expect.stringMatching(address) })
    const { icon_url: url } = answer.body
    expect(await shown()).toEqual({ url, source: 'U', outside: url })
    const { headers, bytes } = await fetchPath(world, world.nobody, url)
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 256, height: 256 })
  })

  it('realm | op update_dict, property icon, to everybody; register then tells the same', async () => {
    const watches = await Promise.all(
      [world.ada, world.ben, world.gus].map((client) => watch(client, ['realm'])),
    )
    const { icon_url } = (await put()).body
    const event = { id: expect.any(Number), type: 'realm', op: 'update_dict', property: 'icon' }
    for (const one of watches) {
      expect(await one.news()).toEqual([{ ...event, data: { icon_url, icon_source: 'U' } }])
    }
    expect(await shown(world.gus)).toMatchObject({ url: icon_url, source: 'U' })
    const drawn = (await world.ada.delete(path)).body.icon_url
    for (const one of watches) {
      expect(await one.news()).toEqual([{ ...event, data: { icon_url: drawn, icon_source: 'G' } }])
    }
    expect(await shown(world.gus)).toMatchObject({ url: drawn, source: 'G' })
  })

  it('DELETE /realm/icon | back to the drawn one, the bytes are gone; twice does no harm', async () => {
    const { icon_url: url } = (await put()).body
    const first = await world.ada.delete(path)
    expect(first.status).toBe(200)
    const file = await fetchPath(world, world.nobody, url)
    expect([file.status, file.json()]).toEqual([404, notThere])
    const news = await watch(world.ada, ['realm'])
    expect((await world.ada.delete(path)).body).toEqual(first.body)
    expect(await news.news()).toEqual([])
  })

  it('GET /realm/icon | leads to the picture', async () => {
    const { icon_url: url } = (await put()).body
    const answer = await fetchPath(world, world.gus, '/api/v1/realm/icon')
    expect([answer.status, answer.headers.location]).toEqual([302, url])
    expect((await fetchPath(world, world.nobody, '/api/v1/realm/icon')).status).toBe(401)
  })

  const refuses = async (work: Promise<{ status: number; body: unknown }>, status: number, body: object) => {
    const before = await shown()
    const answer = await work
    expect(answer.status).toBe(status)
    expect(answer.body).toEqual({ result: 'error', ...body })
    expect(await shown()).toEqual(before)
  }

  it('only administrators may change or delete it', async () => {
    const complaint = { msg: 'Must be an organization administrator', code: 'UNAUTHORIZED_PRINCIPAL' }
    for (const client of [world.ben, world.gus, world.echoBot]) {
      await refuses(put(client), 400, complaint)
      await refuses(client.delete(path), 400, complaint)
    }
    for (const client of [world.hookBot, world.nobody]) expect((await put(client)).status).toBe(401)
  })

  it('no file, two, no picture, a bomb, too large', async () => {
    const one = { bytes: picture, name: 'i.jpg' }
    const exactly = { msg: 'You must upload exactly one icon.', code: 'BAD_REQUEST' }
    await refuses(world.ada.post(path), 400, exactly)
    await refuses(world.ada.upload(path, { one, two: one }), 400, exactly)
    await refuses(put(world.ada, Buffer.from('words')), 400, {
      msg: 'Could not decode image. Did you upload an image file?',
      code: 'BAD_IMAGE',
    })
    await refuses(put(world.ada, bombPng(60_000, 60_000)), 400, {
      msg: 'Image size exceeds limit.',
      code: 'BAD_IMAGE',
    })
    await refuses(put(world.ada, Buffer.alloc(5 * 1_048_576 + 1)), 413, {
      msg: 'Uploaded file is larger than the allowed limit of 5 MiB',
      code: 'PAYLOAD_TOO_LARGE',
    })
  })

  it('each organization has its own, also in its events', async () => {
    const other = await foundOrganization(world, `icon-${engine.toLowerCase()}.example.com`)
    const ours = await shown()
    const news = await watch(world.ben, ['realm'])
    const { icon_url: url } = (await put(other.chief)).body
    expect(url).toContain(`/user_avatars/${other.realm.id}/realm/`)
    expect(await shown(other.member)).toMatchObject({ url, source: 'U' })
    expect(await shown()).toEqual(ours)
    expect(await news.news()).toEqual([])
  })
})
