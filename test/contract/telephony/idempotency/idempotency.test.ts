import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { engines } from '../../../harness/engines.ts'
import { passTenSeconds } from '../../../harness/outbox-entries.ts'
import type { TelephonyClient } from '../../../harness/telephony-client.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'

describe.each(engines)('Idempotency-Key on %s', (engine) => {
  let world: TelephonyWorld
  let extensions: string
  beforeAll(async () => {
    world = await startTelephonyWorld(engine, { LOG_LEVEL: 'silent' })
    extensions = `/instances/${world.acmePbx}/bulks/extensions`
  })
  afterAll(() => world.stop())

  const keyed = (client: TelephonyClient, key: string) => client.with({ 'idempotency-key': key })
  const named = async (name: string) => {
    const { body = [] } = await world.ada.get('/system/company/contacts', { first_name: name })
    return body.length as number
  }

  /** Lets the PBX wait until it is told to go on. */
  function holdPbx() {
    const { put } = world.telephony.pbx
    let waiting = 0
    let go = () => {}
    const open = new Promise<void>((resolve) => {
      go = resolve
    })
    world.telephony.pbx.put = async (account) => {
      waiting += 1
      await open
      return put.call(world.telephony.pbx, account)
    }
    return {
      async untilReached() {
        for (let round = 0; round < 500 && waiting === 0; round += 1) {
          await new Promise((next) => setTimeout(next, 10))
        }
        expect(waiting).toBeGreaterThan(0)
      },
      release() {
        world.telephony.pbx.put = put
        go()
      },
    }
  }

  it('a repeated POST gets the first answer again, and nothing happens twice', async () => {
    const client = keyed(world.ada, 'cleo-1')
    const first = await client.post('/company/contacts', { first_name: 'Cleo' })
    const again = await client.post('/company/contacts', { first_name: 'Cleo' })
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.body).toEqual(first.body)
    expect(first.headers).not.toHaveProperty('idempotency-replayed')
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(await named('Cleo')).toBe(1)
  })

  it('an answer with credentials is repeated with them, and lies encrypted', async () => {
    const client = keyed(world.ada, 'secret-key')
    const first = await client.post('/api-keys', { name: 'Once', scopes: ['read'] })
    expect((await client.post('/api-keys', { name: 'Once', scopes: ['read'] })).body.key).toBe(first.body.key)
    const rows = await world.telephony.database.read.selectFrom('retry_keys').selectAll().execute()
    expect(rows.filter(({ answer_sealed: sealed }) => sealed !== null).length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(first.body.key)
  })

  it('the same key for another body or another path is 422', async () => {
    const client = keyed(world.ada, 'dora-1')
    await client.post('/company/contacts', { first_name: 'Dora' })
    const other = await client.post('/company/contacts', { first_name: 'Dorothea' })
    expect(other.status).toBe(422)
    expect((await client.post('/company/locations', { name: 'Dora' })).status).toBe(422)
    expect(await named('Dorothea')).toBe(0)
  })

  it('the same key of another user or another company is another key', async () => {
    const body = { data: { id: 2001, name: 'Door' } }
    expect((await keyed(world.ada, 'same').post(extensions, body)).status).toBe(201)
    const ben = await keyed(world.ben, 'same').post(extensions, body)
    expect(ben.status).toBe(400)
    const hank = await keyed(world.hank, 'same').post('/company/contacts', { first_name: 'Homer' })
    expect(hank.status).toBe(201)
    expect(hank.headers).not.toHaveProperty('idempotency-replayed')
  })

  it('while the first is in progress, the second is asked to wait', async () => {
    const pbx = holdPbx()
    const client = keyed(world.ada, 'slow')
    const body = { data: { id: 2002, name: 'Slow' } }
    const first = client.post(extensions, body)
    await pbx.untilReached()
    const second = await client.post(extensions, body)
    expect(second.status).toBe(409)
    expect(second.body.detail).toContain('still in progress')
    expect(second.headers['retry-after']).toBe('1')
    pbx.release()
    expect((await first).status).toBe(201)
    expect((await client.post(extensions, body)).body).toEqual((await first).body)
  })

  it('after a failure the next attempt is a first one, also with another body', async () => {
    const client = keyed(world.ada, 'emma')
    expect((await client.post('/company/contacts', { first_name: '' })).status).toBe(400)
    const second = await client.post('/company/contacts', { first_name: 'Emma' })
    expect(second.status).toBe(201)
    expect(second.headers).not.toHaveProperty('idempotency-replayed')
  })

  it('a crash between the change and its answer does not let it happen twice', async () => {
    const { secrets } = world.telephony
    const { encrypt } = secrets
    const client = keyed(world.ada, 'fay')
    secrets.encrypt = () => {
      throw new Error('no answer is kept')
    }
    const first = await client.post('/company/contacts', { first_name: 'Fay' })
    secrets.encrypt = encrypt
    expect(first.status).toBe(201)
    world.clock.advance(3600)
    const second = await client.post('/company/contacts', { first_name: 'Fay' })
    expect(second.status).toBe(409)
    expect(second.body.detail).toContain('was carried out')
    expect(await named('Fay')).toBe(1)
  })

  it('an attempt that was taken for dead cannot carry out what its successor does', async () => {
    const pbx = holdPbx()
    const client = keyed(world.ada, 'ghost')
    const body = { data: { id: 2003, name: 'Ghost' } }
    vi.useFakeTimers({ toFake: ['setInterval'] })
    const first = client.post(extensions, body)
    await pbx.untilReached()
    for (let seconds = 0; seconds <= 60; seconds += 10) {
      await passTenSeconds(world.clock, world.telephony.database, 'pbx_accounts')
    }
    vi.useRealTimers()
    const second = client.post(extensions, body)
    // Until the successor has claimed the key, after the time of the first.
    for (let round = 0; round < 200; round += 1) {
      const rows = await world.telephony.database.read
        .selectFrom('retry_keys')
        .select('created_at')
        .where('created_at', '>=', world.clock.now() - 30_000)
        .execute()
      if (rows.length > 0) break
      await new Promise((next) => setTimeout(next, 10))
    }
    pbx.release()
    const statuses = [(await first).status, (await second).status]
    expect(statuses).toEqual([409, 201])
    const { body: found } = await world.ada.get(extensions, { search: 'Ghost' })
    expect(found).toHaveLength(1)
    expect(await client.post(extensions, body)).toMatchObject({ status: 201, body: { _id: found[0]._id } })
  })

  it('many at once create exactly one', async () => {
    const client = keyed(world.ada, 'gina')
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => client.post('/company/contacts', { first_name: 'Gina' })),
    )
    const created = answers.filter(({ status }) => status === 201)
    expect(created.length).toBeGreaterThan(0)
    expect(new Set(created.map(({ body }) => body.id)).size).toBe(1)
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true)
    expect(await named('Gina')).toBe(1)
  })

  it('a form sent again is the same request, though it marks off its parts otherwise', async () => {
    const { body: file } = await world.ada.post('/files', { name: 'note.txt' })
    const upload = (boundary: string, text: string) => {
      const head = 'Content-Disposition: form-data; name="upfile"; filename="note.txt"'
      const form = `--${boundary}\r\n${head}\r\n\r\n${text}\r\n--${boundary}--\r\n`
      const type = { 'content-type': `multipart/form-data; boundary=${boundary}` }
      return keyed(world.ada, 'form').call('POST', `/files/${file.id}/upload`, form, type)
    }
    const first = await upload('one-mark', 'hello')
    expect(first.status).toBeLessThan(300)
    expect(await upload('another-mark', 'hello')).toMatchObject({ status: first.status, body: first.body })
    expect((await upload('third-mark', 'hullo')).status).toBe(422)
  })

  it('a key must have 1 to 255 characters', async () => {
    for (const key of ['', 'x'.repeat(256)]) {
      const { status, body } = await keyed(world.ada, key).post('/company/contacts', { first_name: 'Long' })
      expect(status).toBe(400)
      expect(body.errors[0].pointer).toBe('Idempotency-Key')
    }
    const longest = keyed(world.ada, 'x'.repeat(255))
    expect((await longest.post('/company/contacts', { first_name: 'Longest' })).status).toBe(201)
    expect(await named('Long')).toBe(1)
  })

  it('callers without permission get an error, with any key', async () => {
    const client = keyed(world.ada, 'ivy')
    expect((await client.post('/company/contacts', { first_name: 'Ivy' })).status).toBe(201)
    const { key } = (await world.ada.post('/api-keys', { name: 'Reader', scopes: ['read'] })).body
    const reader = keyed(world.as(key, 'primary'), 'ivy')
    expect((await reader.post('/company/contacts', { first_name: 'Ivy' })).status).toBe(403)
    expect((await keyed(world.ben, 'ivy').post('/company/contacts', { first_name: 'Ivy' })).status).toBe(403)
  })
})
