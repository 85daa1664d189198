import { readdirSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collectUploads } from '../../../src/chat/chat-jobs.ts'
import { systemClock } from '../../../src/platform/clock.ts'
import { instancesTable } from '../../../src/telephony/company/instances/instances-table.ts'
import { receiveVoicemail } from '../../../src/telephony/phones/voicemail/receive-voicemail.ts'
import { engines } from '../../harness/engines.ts'
import { type RunningObjectStore, startObjectStore } from '../../harness/start-object-store.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../harness/telephony-world.ts'
import { uploadFile as addFile } from '../../harness/upload-file.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { fetchPath, sendPrivately, uploadFile } from './file-requests.ts'
import { photo } from './pictures.ts'

const away = 'The file store is not available at the moment'

describe.each(engines)('Files in S3 on %s', (engine) => {
  let store: RunningObjectStore
  let world: World
  beforeAll(async () => {
    store = await startObjectStore()
    world = await startWorld(engine, store.settings)
  })
  afterAll(async () => {
    await world.stop()
    await store.remove()
  })

  /** Goes where the server sends the client, as the client would: without its credentials. */
  async function follow(url: string, client = world.ben) {
    const { status, headers } = await fetchPath(world, client, url)
    expect([status, headers['cache-control']]).toEqual([302, 'private, no-store'])
    return fetch(String(headers.location))
  }

  it('a download is a redirect for whoever may read the file, and shows nothing that runs', async () => {
    const bytes = Buffer.from('<script>alert(1)</script>')
    const url = await uploadFile(world.ben, 'page of "Ben".html', bytes)
    await sendPrivately(world.ben, ['cleo@example.com'], `[page](${url})`)
    const found = await follow(url, world.cleo)
    expect(found.status).toBe(200)
    expect(Buffer.from(await found.arrayBuffer()).equals(bytes)).toBe(true)
    expect(found.headers.get('content-disposition')).toMatch(/^attachment; filename=/)
    const picture = await follow(await uploadFile(world.ben, 'p.jpg', await photo(20, 10)))
    expect([picture.headers.get('content-type'), picture.headers.get('content-disposition')]).toEqual([
      'image/jpeg',
      'inline; filename=p.jpg',
    ])
    for (const stranger of [world.gus, world.nobody]) {
      const refused = await fetchPath(world, stranger, url)
      expect(refused.headers.location).toBeUndefined()
      expect(refused.status).toBeGreaterThanOrEqual(401)
    }
  })

  it('an address is good for its file only, and for two minutes', async () => {
    const mine = String((await fetchPath(world, world.ben, await uploadFile(world.ben))).headers.location)
    const other = new URL(
      String((await fetchPath(world, world.ben, await uploadFile(world.ben))).headers.location),
    )
    const { searchParams, pathname } = new URL(mine)
    expect(searchParams.get('X-Amz-Expires')).toBe('120')
    expect((await fetch(mine.replace(pathname, other.pathname))).status).toBe(403)
    expect((await fetch(mine.replace('X-Amz-Expires=120', 'X-Amz-Expires=86400'))).status).toBe(403)
    expect((await fetch(mine.replace('attachment', 'inline'))).status).toBe(403)
    expect((await fetch(mine)).status).toBe(200)
  })

  it('scripts in browsers get the bytes from the server, and so do parts and thumbnails', async () => {
    const url = await uploadFile(world.ben, 'notes.txt', Buffer.from('Buy milk.\n'))
    const script = { 'sec-fetch-mode': 'cors', range: 'bytes=4-7' }
    const part = await fetchPath(world, world.ben, url, script)
    expect([part.status, part.bytes.toString()]).toEqual([206, 'milk'])
    expect((await fetchPath(world, world.ben, url, {}, 'HEAD')).status).toBe(200)
    const picture = await uploadFile(world.ben, 'wide.jpg', await photo(2000, 1000))
    const address = `${picture.replace('/user_uploads', '/user_uploads/thumbnail')}/840x560.webp`
    const { status, bytes } = await fetchPath(world, world.ben, address)
    expect([status, (await sharp(bytes).metadata()).width]).toEqual([200, 840])
  })

  it('nothing is in the data folder or in the database, and what no row names is deleted from the bucket', async () => {
    await uploadFile(world.ben)
    expect(readdirSync(world.config.dataDir)).not.toContain('uploads')
    const orphan = { kind: 'uploads', tenant: String(world.demo.realm.id), name: 'f'.repeat(32) }
    await world.chat.contents.write(orphan, Buffer.from('of a process that died'))
    const before = world.chat.clock.now()
    world.clock.advance((systemClock.now() - before) / 1000 + 7200)
    await collectUploads(world.chat)
    expect(await world.chat.contents.size(orphan)).toBeUndefined()
    const { body } = await world.ben.get('/attachments')
    expect(body.attachments.length).toBeGreaterThan(0)
    for (const { path_id } of body.attachments) {
      expect((await fetchPath(world, world.ben, `/user_uploads/${path_id}`)).status).toBe(302)
    }
  })

  it('while it does not respond, uploads and downloads get 503, no row appears, and the rest works', async () => {
    const url = await uploadFile(world.ben)
    const count = async () => (await world.ben.get('/attachments')).body.attachments.length
    const before = await count()
    await store.stop()
    const refused = await world.ben.upload('/user_uploads', { file: { bytes: Buffer.from('x'), name: 'x' } })
    expect([refused.status, refused.body.msg, refused.headers['retry-after']]).toEqual([503, away, '1'])
    const { status, json } = await fetchPath(world, world.ben, url)
    expect([status, json().msg]).toEqual([503, away])
    expect(await count()).toBe(before)
    await sendPrivately(world.ben, ['cleo@example.com'], 'still here')
    await store.start()
    expect((await fetchPath(world, world.ben, url)).status).toBe(302)
  })
})

describe.each(engines)('Files of the phones in S3 on %s', (engine) => {
  let store: RunningObjectStore
  let world: TelephonyWorld
  beforeAll(async () => {
    store = await startObjectStore()
    world = await startTelephonyWorld(engine, store.settings)
  })
  afterAll(async () => {
    await world.stop()
    await store.remove()
  })

  it('a file is downloaded from there by who may, with and without credentials', async () => {
    const file = await addFile(world.ada, Buffer.from('a document'), 'letter.txt')
    const own = await world.ada.get(`/files/${file.id}/download`)
    expect(own.status).toBe(302)
    const found = await fetch(String(own.headers.location))
    expect(await found.text()).toBe('a document')
    expect(found.headers.get('content-disposition')).toBe('attachment; filename=letter.txt')
    const { url } = (await world.ada.post(`/files/${file.id}/generate_url`, {})).body
    const shared = await world.app.inject({ url: new URL(url, 'http://phones').pathname })
    expect((await fetch(String(shared.headers.location))).status).toBe(200)
    expect((await world.hank.get(`/files/${file.id}/download`)).headers.location).toBeUndefined()
  })

  it('a message of a caller stays on the PBX until the store has it', async () => {
    const instance = await instancesTable.findBy(world.telephony.database.read, { uuid: world.acmePbx })
    const { domain } = instance!
    let isRemoved = false
    const message = {
      kind: 'recorded' as const,
      address: { domain, number: 1001 },
      call: 'a-call',
      recording: 'a-recording',
      read: async () => Buffer.alloc(44 + 3 * 16_000),
      remove: async () => {
        isRemoved = true
      },
    }
    await store.stop()
    await expect(receiveVoicemail(world.telephony, message)).rejects.toMatchObject({ code: 'S3_AWAY' })
    expect(isRemoved).toBe(false)
    expect((await world.ada.get('/voicemail/messages')).body).toEqual([])
    await store.start()
    await receiveVoicemail(world.telephony, message)
    expect(isRemoved).toBe(true)
    const [{ id }] = (await world.ada.get('/voicemail/messages')).body
    expect((await world.ada.get(`/voicemail/messages/${id}/audio`)).status).toBe(200)
  })
})
