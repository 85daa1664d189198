import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collectUploads } from '../../../src/chat/chat-jobs.ts'
import { removeUnclaimed } from '../../../src/chat/messages/attachments/delete-attachment.ts'
import { tinyPng } from '../../harness/documents.ts'
import { engines } from '../../harness/engines.ts'
import { foundOrganization } from '../../harness/found-organization.ts'
import { backdate, listContents } from '../../harness/stored-contents.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { fetchPath, sendTo, uploadFile } from './file-requests.ts'

const MEBIBYTE = 1_048_576

describe.each(engines)('The room for files on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine, { UPLOAD_MEGABYTES: '1', UPLOAD_QUOTA_MEGABYTES: '3' })
  })
  afterAll(() => world.stop())

  const put = (client: World['ada'], bytes: number) =>
    client.upload('/user_uploads', { file: { bytes: Buffer.alloc(bytes, 1), name: 'block' } })
  const used = async (client = world.ada) => (await client.get('/attachments')).body.upload_space_used
  const filesOf = (realmId: number) => listContents(world.chat.contents, 'uploads', realmId)
  const overQuota = {
    result: 'error',
    msg: "Upload would exceed your organization's upload quota.",
    code: 'REALM_UPLOAD_QUOTA',
  }

  it('REALM_UPLOAD_QUOTA | of many at once exactly those get in that fit, and the rest leaves nothing', async () => {
    const people = [world.ada, world.ben, world.cleo, world.gus]
    const answers = await Promise.all(
      people.flatMap((client) => [put(client, MEBIBYTE * 0.75), put(client, MEBIBYTE * 0.75)]),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4)
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect([answer.status, answer.body]).toEqual([400, overQuota])
    }
    expect(await used()).toBe(3 * MEBIBYTE)
    expect(await filesOf(world.demo.realm.id)).toHaveLength(4)
    const ada = await watch(world.ada, ['attachment'])
    expect((await put(world.ada, 1)).body).toEqual(overQuota)
    expect(await ada.news()).toEqual([])
  })

  it('each organization has its own', async () => {
    const other = await foundOrganization(world, `room-${engine.toLowerCase()}.example.com`)
    expect((await put(other.chief, MEBIBYTE)).status).toBe(200)
    expect(await used(other.member)).toBe(MEBIBYTE)
  })

  it('a deleted file makes room', async () => {
    for (const client of [world.ada, world.ben, world.cleo, world.gus]) {
      for (const { id } of (await client.get('/attachments')).body.attachments) {
        await client.delete(`/attachments/${id}`)
      }
    }
    expect(await used()).toBe(0)
    expect((await put(world.ada, MEBIBYTE)).status).toBe(200)
    const [{ id }] = (await world.ada.get('/attachments')).body.attachments
    await world.ada.delete(`/attachments/${id}`)
  })

  it('a file that no message ever linked goes after a week, others stay', async () => {
    const unsent = await uploadFile(world.ben, 'unsent.txt')
    const sent = await uploadFile(world.ben, 'sent.txt')
    const formerly = await uploadFile(world.ben, 'formerly.txt')
    const drafted = await uploadFile(world.ben, 'drafted.txt')
    await sendTo(world.ben, 'test', `[x](${sent})`)
    const id = await sendTo(world.ben, 'test', `[x](${formerly})`)
    await world.ada.delete(`/messages/${id}`)
    const draft = { type: '', to: [], topic: '', content: `[x](${drafted})` }
    expect((await world.ben.post('/drafts', { drafts: [draft] })).status).toBe(200)
    world.clock.advance(6 * 86_400)
    await removeUnclaimed(world.chat)
    expect((await fetchPath(world, world.ben, unsent)).status).toBe(200)
    world.clock.advance(2 * 86_400)
    const ben = await watch(world.ben, ['attachment'])
    const before = await used()
    await removeUnclaimed(world.chat)
    expect((await fetchPath(world, world.ben, unsent)).status).toBe(404)
    for (const url of [sent, formerly, drafted]) {
      expect((await fetchPath(world, world.ben, url)).status).toBe(200)
    }
    expect(await ben.news()).toMatchObject([{ type: 'attachment', op: 'remove' }])
    expect(await used()).toBe(before - 'Buy milk.\n'.length)
  })

  it('bytes without a row are swept up when they are old; what is in use stays', async () => {
    const url = await uploadFile(world.ben, 'a.png', tinyPng)
    const thumbnail = `${url.replace('/user_uploads', '/user_uploads/thumbnail')}/150x100.webp`
    await fetchPath(world, world.ben, thumbnail)
    const avatar = (await world.ben.upload('/users/me/avatar', { file: { bytes: tinyPng, name: 'me.png' } }))
      .body
    await world.ben.upload('/realm/emoji/kept', { file: { bytes: tinyPng, name: 'e.png' } })
    const icon = (await world.ada.upload('/realm/icon', { file: { bytes: tinyPng, name: 'i.png' } })).body
    const { emoji } = (await world.ben.get('/realm/emoji')).body
    const realm = String(world.demo.realm.id)
    const { chat, clock, config } = world
    const kinds = ['uploads', 'thumbnails', 'avatars', 'emoji', 'realm-icons', 'exports']
    for (const kind of kinds) {
      for (const digit of ['0', '1']) {
        const place = { kind, tenant: realm, name: `${digit.repeat(32)}.png` }
        await chat.contents.write(place, Buffer.from('left behind'))
      }
      for (const name of await listContents(chat.contents, kind, realm)) {
        const age = name.startsWith('1'.repeat(32)) ? 0 : 7_200_000
        await backdate(config, chat.contents, { kind, tenant: realm, name }, clock.now() - age)
      }
    }
    await collectUploads(chat)
    for (const kind of kinds) {
      const names = (await listContents(chat.contents, kind, realm)).filter((name) =>
        /^([01])\1{31}/.test(name),
      )
      expect(names, kind).toEqual([`${'1'.repeat(32)}.png`])
    }
    const addresses = [
      url,
      thumbnail,
      avatar.avatar_url,
      icon.icon_url,
      Object.values<{ source_url: string }>(emoji)[0]!.source_url,
    ]
    for (const address of [...addresses, avatar.avatar_url.replace('.png', '-medium.png')]) {
      expect((await fetchPath(world, world.ben, address)).status, address).toBe(200)
    }
  })
})

describe.each(engines)('No quota on %s', (engine) => {
  it('UPLOAD_QUOTA_MEGABYTES=0 | there is always room, and register says null', async () => {
    const world = await startWorld(engine, { UPLOAD_QUOTA_MEGABYTES: '0' })
    try {
      await uploadFile(world.ben)
      const { body } = await world.ben.post('/register', { event_types: ['realm', 'attachment'] })
      expect(body).toMatchObject({
        realm_upload_quota_mib: null,
        realm_upload_quota: null,
        upload_space_used: 10,
      })
    } finally {
      await world.stop()
    }
  })
})
