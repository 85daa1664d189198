import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ApiClient } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { eventsDelivered } from '../../harness/events-delivered.ts'
import { foundOrganization, type Organization } from '../../harness/found-organization.ts'
import { listContents } from '../../harness/stored-contents.ts'
import { unpackArchive } from '../../harness/unpack-archive.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'

const soon = { timeout: 15_000, interval: 30 }

describe.each(engines)('Export of an organization on %s', (engine) => {
  let world: World
  let other: Organization
  beforeAll(async () => {
    world = await startWorld(engine, { LOG_LEVEL: 'fatal' })
    other = await foundOrganization(world, 'rafts.example.com')
  })
  afterAll(() => world.stop())

  const list = async (client = world.ada) => (await client.get('/export/realm')).body.exports
  const order = async (client = world.ada) => {
    const { body, status } = await client.post('/export/realm')
    expect(status).toBe(200)
    await vi.waitFor(async () => expect((await list(client)).at(-1).pending).toBe(false), soon)
    return body.id as number
  }
  const download = (client: ApiClient, id: number | string) => {
    const { email, key } = client.credentials ?? { email: '', key: '' }
    const authorization = `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`
    return world.app.inject({
      method: 'GET',
      url: `/api/v1/export/realm/${id}/download`,
      headers: { ...client.headers, ...(client.credentials && { authorization }) },
    })
  }

  it('has every message, person and file of the organization, and no secret', async () => {
    for (let index = 0; index < 3; index += 1)
      await world.ben.post('/messages', {
        type: 'stream',
        to: 'test',
        topic: 'x',
        content: `Ünïcode ${index}`,
      })
    await world.ben.post('/messages', { type: 'private', to: ['ada@example.com'], content: 'private, too' })
    await other.member.post('/messages', { type: 'stream', to: 'general', topic: 'x', content: 'RAFTS ONLY' })
    const uploaded = await world.ben.upload('/user_uploads', {
      file: { bytes: Buffer.alloc(1024, 7), name: 'seven.bin' },
    })
    expect(uploaded.status).toBe(200)
    const bot = await world.ben.post('/bots', {
      full_name: 'Porter',
      short_name: 'porter',
      bot_type: 3,
      payload_url: 'http://127.0.0.1:9/',
    })
    const { services } = (await world.ben.get('/bots')).body.bots.at(-1)
    const secret = (await world.ben.get(`/bots/${bot.body.user_id}/webhook_secret`)).body.webhook_secret
    const id = await order()
    const answer = await download(world.ada, id)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/gzip',
      'cache-control': 'private, no-store',
      'content-disposition': expect.stringContaining(`export-${id}.tar.gz`),
    })
    const { tables, files, manifest, text } = unpackArchive(answer.rawPayload)
    const { read } = world.chat.database
    const stored = await read
      .selectFrom('messages')
      .selectAll()
      .where('realm_id', '=', world.demo.realm.id)
      .orderBy('id')
      .execute()
    expect(tables.messages).toEqual(stored)
    expect(tables.messages!.map((row) => row.content)).toEqual(
      expect.arrayContaining(['Ünïcode 0', 'Ünïcode 2', 'private, too']),
    )
    expect(tables.realms).toMatchObject([{ id: world.demo.realm.id, name: 'Acme' }])
    expect(tables.users!.map((row) => row.email)).toEqual(
      expect.arrayContaining(['ada@example.com', 'porter-bot@chat.example.com']),
    )
    expect(tables.bot_services).toMatchObject([
      { base_url: 'http://127.0.0.1:9/', user_id: bot.body.user_id },
    ])
    expect(Object.values(files).map((bytes) => bytes.equals(Buffer.alloc(1024, 7)))).toContain(true)
    expect(manifest).toMatchObject({
      format: 2,
      organization: { name: 'Acme' },
      tables: { messages: stored.length },
      files: Object.keys(files).length,
    })
    const users = await read.selectFrom('users').selectAll().execute()
    const secrets = [
      ...users.flatMap((user) => [
        user.api_key_hash,
        user.api_key_sealed,
        world.chat.secrets.decrypt(user.api_key_sealed),
      ]),
      services[0].token,
      secret,
      'RAFTS ONLY',
    ]
    for (const one of secrets) expect(text.includes(one), one).toBe(false)
    expect(Object.keys(tables)).not.toContain('sessions')
    for (const rows of Object.values(tables)) {
      for (const row of rows) {
        for (const name of Object.keys(row)) expect(name).not.toMatch(/_sealed$|_hash$|password|secret/)
        if ('realm_id' in row) expect(row.realm_id).toBe(world.demo.realm.id)
      }
    }
  })

  it('more rows than are read at once are all there, in order', async () => {
    const rows = Array.from({ length: 1203 }, (_, index) => ({
      realm_id: other.realm.id,
      user_id: other.people.member.id,
      word: `word${index}`,
    }))
    await world.chat.database.write(other.realm.id, {
      work: ({ db }) => db.insertInto('alert_words').values(rows).execute(),
    })
    const { tables } = unpackArchive((await download(other.chief, await order(other.chief))).rawPayload)
    expect(tables.alert_words).toHaveLength(1203)
    expect(new Set(tables.alert_words!.map((row) => row.word)).size).toBe(1203)
  })

  it('the list, register and the events agree, and only administrators get them', async () => {
    const [ada, ben] = await Promise.all([world.ada, world.ben].map((one) => watch(one, ['realm_export'])))
    const elsewhere = await watch(other.chief, ['realm_export'])
    const id = await order()
    await eventsDelivered(world)
    const exports = await list()
    expect(exports.at(-1)).toEqual({
      id,
      acting_user_id: world.demo.people.ada.id,
      export_time: expect.any(Number),
      export_url: `http://chat.example.com/api/v1/export/realm/${id}/download`,
      failed_timestamp: null,
      deleted_timestamp: null,
      pending: false,
    })
    const events = await ada!.news()
    expect(events).toMatchObject([{ type: 'realm_export' }, { type: 'realm_export', exports }])
    expect(events[0].exports.at(-1)).toMatchObject({ id, pending: true, export_url: null })
    expect(await ben!.news()).toEqual([])
    expect(await elsewhere.news()).toEqual([])
    const state = async (client: ApiClient) =>
      (await client.post('/register', { fetch_event_types: ['realm_export'] })).body.realm_exports
    expect(await state(world.ada)).toEqual(exports)
    expect(await state(world.ben)).toEqual([])
  })

  it('deleted: the file is gone, the row says when', async () => {
    const id = await order()
    const files = () => listContents(world.chat.contents, 'exports', world.demo.realm.id)
    const before = await files()
    expect(await world.ada.delete(`/export/realm/${id}`)).toMatchObject({
      status: 200,
      body: { result: 'success', msg: '' },
    })
    expect(await files()).toHaveLength(before.length - 1)
    expect((await list()).at(-1)).toMatchObject({
      id,
      export_url: null,
      deleted_timestamp: expect.any(Number),
    })
    expect((await world.ada.delete(`/export/realm/${id}`)).body.msg).toBe('Export already deleted')
    expect((await download(world.ada, id)).json()).toMatchObject({ msg: 'This export is not available' })
  })

  it('five are kept at most', async () => {
    const kept = async () => (await list()).filter((one: { export_url: string | null }) => one.export_url)
    while ((await kept()).length < 5) await order()
    expect((await world.ada.post('/export/realm')).body.msg).toBe(
      'Too many exports; delete one first (limit: 5)',
    )
    for (const { id } of await kept()) await world.ada.delete(`/export/realm/${id}`)
  })

  it('one at a time; taken up again when the process that made it died', async () => {
    const row = {
      realm_id: other.realm.id,
      id: 900,
      acting_user_id: other.people.chief.id,
      created_at: 1,
      file: 'left-behind.tar.gz',
      finished_at: null,
      failed_at: null,
      deleted_at: null,
    }
    const claimed = {
      tenant_id: other.realm.id,
      id: 900,
      kind: 'export',
      lane: 'left behind',
      payload: JSON.stringify({ exportId: 900 }),
      secret_sealed: null,
      attempts: 1,
      next_attempt_at: world.clock.now() + 30_000,
      claimed_by: 'dead',
      created_at: 1,
      error: null,
    }
    const folder = join(world.config.dataDir, 'exports', String(other.realm.id))
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'left-behind.tar.gz.part'), 'half')
    await world.chat.database.write(other.realm.id, {
      async work({ db }) {
        await db.insertInto('realm_exports').values(row).execute()
        await db.insertInto('outbox').values(claimed).execute()
      },
    })
    world.chat.outbox.checkAll()
    expect((await other.chief.post('/export/realm')).body.msg).toBe('An export is already in progress')
    expect((await other.chief.delete('/export/realm/900')).body.msg).toBe('Export still in progress')
    expect((await download(other.chief, 900)).json()).toMatchObject({ msg: 'This export is not available' })
    world.clock.advance(31)
    await vi.waitFor(
      async () => expect((await list(other.chief)).at(-1)).toMatchObject({ id: 900, pending: false }),
      soon,
    )
    expect(unpackArchive((await download(other.chief, 900)).rawPayload).tables.users).toHaveLength(3)
    // On PostgreSQL the folder is not where exports are made.
    if (engine === 'SQLite') expect(existsSync(join(folder, 'left-behind.tar.gz.part'))).toBe(false)
  })

  it('one that fails says so', async () => {
    const realm = await foundOrganization(world, 'broken.example.com')
    // A file where a folder should be.
    const folder = engine === 'SQLite' ? join('exports', String(realm.realm.id)) : join('cache', 'chat')
    rmSync(join(world.config.dataDir, folder), { recursive: true, force: true })
    writeFileSync(join(world.config.dataDir, folder), 'in the way')
    await realm.chief.post('/export/realm')
    await vi.waitFor(async () => expect((await list(realm.chief)).at(-1).pending).toBe(false), soon)
    const [failed] = await list(realm.chief)
    expect(failed).toMatchObject({ export_url: null, failed_timestamp: expect.any(Number) })
    expect((await realm.chief.delete(`/export/realm/${failed.id}`)).body.msg).toBe(
      'Export failed, nothing to delete',
    )
    rmSync(join(world.config.dataDir, folder))
  })

  it('who may not: members, guests, bots, nobody, and administrators of other organizations', async () => {
    const id = await order()
    for (const client of [world.ben, world.gus, world.echoBot]) {
      const msg = 'Must be an organization administrator'
      for (const answer of [
        await client.get('/export/realm'),
        await client.post('/export/realm'),
        await client.delete(`/export/realm/${id}`),
      ]) {
        expect(answer).toMatchObject({ status: 400, body: { msg } })
      }
      expect((await download(client, id)).json()).toMatchObject({ msg })
    }
    expect((await download(world.hookBot, id)).statusCode).toBe(401)
    expect((await download(world.nobody, id)).statusCode).toBe(401)
    const unknown = 'Invalid data export ID'
    expect((await other.chief.delete('/export/realm/4321')).body.msg).toBe(unknown)
    expect((await download(other.chief, 4321)).json()).toMatchObject({ msg: unknown, code: 'BAD_REQUEST' })
    expect((await download(world.ada, '..%2F..')).json()).toMatchObject({ msg: unknown })
    expect((await download(world.ada.with({ host: 'rafts.example.com' }), id)).statusCode).toBe(401)
    expect((await download(world.ada, id)).statusCode).toBe(200)
  })

  it('GET /export/realm/consents | exports contain everything of everybody', async () => {
    const { body } = await world.ada.get('/export/realm/consents')
    const { ben, gus } = world.demo.people
    for (const { id } of [ben, gus])
      expect(body.export_consents).toContainEqual({
        user_id: id,
        consented: true,
        email_address_visibility: 1,
      })
    expect((await world.ben.get('/export/realm/consents')).body.code).toBe('UNAUTHORIZED_PRINCIPAL')
  })
})
