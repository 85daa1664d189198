import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { tinyPng } from '../../harness/documents.ts'
import { type Neighbour, openSecondNode } from '../../harness/open-second-node.ts'
import { listContents } from '../../harness/stored-contents.ts'
import { unpackArchive } from '../../harness/unpack-archive.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { fetchPath, notThere, uploadFile } from '../files/file-requests.ts'

const settings = { SECRET_KEY: '5'.repeat(64), PUBLIC_URL: 'http://chat.example.com' }

describe('files of the chat on two nodes', () => {
  let world: World
  let neighbour: Neighbour
  beforeAll(async () => {
    world = await startWorld('PostgreSQL', settings)
    neighbour = await openSecondNode(world.config.databaseUrl!, world.clock, settings)
  })
  afterAll(async () => {
    await neighbour.stop()
    await world.stop()
  })

  /** Asked of the node that has not got the bytes. */
  const fetchThere = (address: string, headers: Record<string, string> = {}, client = world.ben) =>
    fetchPath({ ...world, app: neighbour.app }, client, address, headers)
  const fetchHere = (address: string) => fetchPath(world, world.ben, address)

  it('an upload is fetched from the other one: whole, in ranges, again, and after its copies are gone', async () => {
    const bytes = randomBytes(2.5 * 2 ** 20)
    const url = await uploadFile(world.ben, 'noise.bin', bytes)
    expect((await fetchThere(url)).bytes.equals(bytes)).toBe(true)
    const range = async (header: string) => {
      const { status, headers, bytes: part } = await fetchThere(url, { range: header })
      return [status, headers['content-range'], part.toString('hex')]
    }
    const [start, end] = [2 ** 20 - 5, 2 ** 20 + 5]
    const wanted = bytes.subarray(start, end + 1).toString('hex')
    const answer = [206, `bytes ${start}-${end}/${bytes.length}`, wanted]
    expect(await range(`bytes=${start}-${end}`)).toEqual(answer)
    rmSync(join(neighbour.dataDir, 'cache'), { recursive: true })
    expect(await range(`bytes=${start}-${end}`)).toEqual(answer)
    expect(await range(`bytes=${bytes.length}-`)).toEqual([416, `bytes */${bytes.length}`, ''])
  })

  it('the node that is asked makes the thumbnail, and both can serve it', async () => {
    const original = await sharp({ create: { width: 600, height: 400, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
    const url = await uploadFile(world.ben, 'sea.png', original)
    const address = `${url.replace('/user_uploads', '/user_uploads/thumbnail')}/150x100.webp`
    const [there, here] = await Promise.all([fetchThere(address), fetchHere(address)])
    expect([there.status, here.status]).toEqual([200, 200])
    expect(await sharp(there.bytes).metadata()).toMatchObject({ format: 'webp', width: 150, height: 100 })
    const again = await Promise.all([fetchThere(address), fetchHere(address)])
    expect(again[0].bytes.equals(again[1].bytes)).toBe(true)
  })

  it('avatars, emoji and the icon, and a changed avatar not under its old address', async () => {
    const file = { file: { bytes: tinyPng, name: 'me.png' } }
    const { avatar_url: avatar } = (await world.ben.upload('/users/me/avatar', file)).body
    const { icon_url: icon } = (await world.ada.upload('/realm/icon', file)).body
    await world.ben.upload('/realm/emoji/two_nodes', file)
    const { emoji } = (await world.ben.get('/realm/emoji')).body
    const { source_url: picture } = Object.values<{ source_url: string }>(emoji)[0]!
    for (const address of [avatar, avatar.replace('.png', '-medium.png'), icon, picture]) {
      const answer = await fetchThere(address, {}, world.nobody)
      expect([answer.status, answer.headers['content-type']], address).toEqual([200, 'image/png'])
      expect(answer.bytes.equals((await fetchHere(address)).bytes)).toBe(true)
    }
    await world.ben.upload('/users/me/avatar', file)
    const gone = await fetchThere(avatar, {}, world.nobody)
    expect([gone.status, gone.json()]).toEqual([404, notThere])
  })

  it('an export made by one node is downloaded from another, with the files of a third', async () => {
    const bytes = randomBytes(5000)
    await uploadFile(world.ben, 'in-the-export.bin', bytes)
    const { id } = (await world.ada.post('/export/realm')).body
    await vi.waitFor(
      async () => expect((await world.ada.get('/export/realm')).body.exports.at(-1).pending).toBe(false),
      { timeout: 30_000, interval: 50 },
    )
    const answer = await fetchThere(`/api/v1/export/realm/${id}/download`, {}, world.ada)
    expect(answer.status).toBe(200)
    const { files } = unpackArchive(answer.bytes)
    expect(Object.values(files).some((one) => one.equals(bytes))).toBe(true)
  })

  it('what one deletes is gone at the other', async () => {
    const url = await uploadFile(world.ben, 'short-lived.txt')
    expect((await fetchThere(url)).status).toBe(200)
    const { attachments } = (await world.ben.get('/attachments')).body
    await world.ben.delete(`/attachments/${attachments.at(-1).id}`)
    expect((await fetchThere(url)).status).toBe(404)
    const names = await listContents(neighbour.products.chat.contents, 'uploads', world.demo.realm.id)
    expect(names).not.toContain(url.split('/')[3])
  })
})
