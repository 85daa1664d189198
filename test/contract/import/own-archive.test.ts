import { execFileSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeArchive } from '../../../src/chat/organization/export/write-archive.ts'
import { engines } from '../../harness/engines.ts'
import { type ImportTarget, openImportTarget } from '../../harness/import-into.ts'
import { unpackArchive } from '../../harness/unpack-archive.ts'
import { startWorld, type World } from '../../harness/world.ts'

const picture = () =>
  sharp({ create: { width: 40, height: 40, channels: 3, background: '#308060' } })
    .png()
    .toBuffer()

describe.each(engines)('an archive of switchboard export, imported on %s', (engine) => {
  let world: World
  let target: ImportTarget
  let archive: string
  let upload: string
  beforeAll(async () => {
    world = await startWorld(engine)
    target = await openImportTarget(engine)
    const { ada, ben, cleo } = world
    await ada.upload('/users/me/avatar', { file: { bytes: await picture(), name: 'ada.png' } })
    await ada.upload('/realm/emoji/raft', { file: { bytes: await picture(), name: 'raft.png' } })
    upload = (await ben.upload('/user_uploads', { file: { bytes: Buffer.from('tides'), name: 'tides.txt' } }))
      .body.uri
    const send = async (client: typeof ada, args: Record<string, unknown>) =>
      (await client.post('/messages', args)).body.id
    const id = await send(ben, {
      type: 'stream',
      to: 'test',
      topic: 'harbour',
      content: `See [tides](${upload}) :raft:`,
    })
    await ada.post(`/messages/${id}/reactions`, { emoji_name: 'raft' })
    const gone = await send(ben, { type: 'stream', to: 'test', topic: 'harbour', content: 'a mistake' })
    await send(cleo, { type: 'private', to: ['ada@example.com'], content: 'a confidential lighthouse' })
    await ada.delete(`/messages/${gone}`)
    await send(ada, { type: 'stream', to: 'test', topic: 'harbour', content: 'the last\u2028word' })
    await ada.delete(
      `/messages/${await send(ada, { type: 'stream', to: 'test', topic: 'x', content: 'gone' })}`,
    )
    archive = join(world.config.dataDir, 'archive.tar.gz')
    await writeArchive(world.chat, world.demo.realm, archive)
  })
  afterAll(async () => {
    await world.stop()
    await target.stop()
  })

  const exported = async (host = '') => {
    const path = join(target.config.dataDir, 'again.tar.gz')
    await writeArchive(target.chat, (await target.chat.realmsByHost.get(host))!, path)
    return unpackArchive(readFileSync(path))
  }

  it('says what is in it in a dry run, and changes nothing', async () => {
    const result = await target.import(archive, { isDryRun: true })
    expect(result).toMatchObject({
      state: 'dry run',
      system: 'Switchboard',
      tables: { messages: 3, reactions: 1 },
    })
    expect(await target.chat.database.read.selectFrom('realms').selectAll().execute()).toEqual([])
  })

  it('continues wherever it was interrupted, and the result is exported as the same archive', async () => {
    for (const dieAt of [0, 3, 9, 20]) {
      await expect(target.import(archive, {}, dieAt)).rejects.toThrow('interrupted')
      // Nobody can use half of an organization.
      const [realm] = await target.chat.database.read.selectFrom('realms').selectAll().execute()
      expect(realm).toMatchObject({ id: world.demo.realm.id, deactivated: 1 })
    }
    expect(await target.import(archive)).toMatchObject({ state: 'done', host: '', leftOut: [] })
    const { exported_at: _, sequences, ...manifest } = unpackArchive(readFileSync(archive)).manifest
    // The import itself is in the audit log.
    const counted = { ...sequences, audit_log: sequences.audit_log + 1 }
    const before = unpackArchive(readFileSync(archive))
    const after = await exported()
    expect(after.tables).toEqual(before.tables)
    expect(after.files).toEqual(before.files)
    expect(after.manifest).toMatchObject({ ...manifest, sequences: counted })
  })

  it('adds nothing the second time', async () => {
    const before = await exported()
    expect(await target.import(archive)).toMatchObject({ state: 'done before' })
    expect((await exported()).tables).toEqual(before.tables)
  })

  it('serves history, search, files, pictures and new messages', async () => {
    const ada = await target.as('ada@example.com')
    const page = await ada.get('/messages', { anchor: 'newest', num_before: 10, num_after: 0, narrow: '[]' })
    expect(page.body.messages.map((message: { content: string }) => message.content)).toEqual([
      expect.stringContaining(upload),
      '<p>a confidential lighthouse</p>',
      '<p>the last\u2028word</p>',
    ])
    expect(page.body.messages[0].reactions).toMatchObject([{ emoji_name: 'raft' }])
    const found = await ada.get('/messages', {
      anchor: 'newest',
      num_before: 10,
      num_after: 0,
      narrow: JSON.stringify([{ operator: 'search', operand: 'lighthouse' }]),
    })
    expect(found.body.messages).toHaveLength(1)
    const bytes = await ada.get(upload)
    expect(bytes.status).toBe(200)
    const { avatar_url: avatar } = (await ada.get('/users/me')).body
    expect((await target.app.inject(avatar)).headers['content-type']).toBe('image/png')
    // Numbers of deleted messages are not given out again.
    const sent = await ada.post('/messages', { type: 'stream', to: 'test', topic: 'harbour', content: 'new' })
    expect(sent.body.id).toBe(6)
    expect((await world.ada.get('/users/me')).body.email).toBe('ada@example.com')
    const old = world.ada.credentials!
    expect(old.key).not.toBe(ada.credentials!.key)
  })

  it('becomes a second organization at another host, with its own files', async () => {
    expect(await target.import(archive, { host: 'two.example.com', name: 'Two' })).toMatchObject({
      state: 'done',
      realm: { id: 2, name: 'Two' },
    })
    const ada = await target.as('ada@example.com', 'two.example.com')
    const moved = upload.replace('/user_uploads/1/', '/user_uploads/2/')
    const page = await ada.get('/messages', { anchor: 'oldest', num_before: 0, num_after: 1, narrow: '[]' })
    expect(page.body.messages[0].content).toContain(moved)
    expect((await ada.get(moved)).status).toBe(200)
    expect((await ada.get('/users/me')).body.avatar_url).toContain('/user_avatars/2/')
  })

  it('refuses a host that is taken, and names the file and line of a mistake', async () => {
    const folder = join(target.config.dataDir, 'unpacked')
    mkdirSync(folder)
    execFileSync('tar', ['-xzf', archive, '-C', folder])
    appendFileSync(join(folder, 'tables/users.jsonl'), '{"id": 3, "shoe_size": 4}\n')
    await expect(target.import(folder, { host: 'three' })).rejects.toThrow(
      /^tables\/users\.jsonl, line 8: users has no column 'shoe_size'\.$/,
    )
    rmSync(join(folder, 'tables/users.jsonl'))
    await expect(target.import(folder, { host: 'three' })).rejects.toThrow('tables/users.jsonl has 0 rows')
    cpSync(join(folder, 'manifest.json'), join(folder, 'tables/users.jsonl'))
    await expect(target.import(folder, { host: 'three' })).rejects.toThrow(
      'tables/users.jsonl, line 1: this is not a row in JSON.',
    )
    writeFileSync(join(folder, 'manifest.json'), '{"format": 1}')
    await expect(target.import(folder)).rejects.toThrow('This archive has format 1')
    const other = join(world.config.dataDir, 'other.tar.gz')
    await writeArchive(world.chat, world.demo.realm, other)
    await expect(target.import(other)).rejects.toThrow('The root domain already has an organization.')
  })
})
