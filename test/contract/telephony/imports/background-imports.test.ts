import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deleteOldImports } from '../../../../src/telephony/phones/imports/background/import-jobs.ts'
import { type Pbx, PbxFailure } from '../../../../src/telephony/phones/pbx/pbx.ts'
import { engines } from '../../../harness/engines.ts'
import { untilDone } from '../../../harness/outbox-entries.ts'
import { waitUntil } from '../../../harness/sip/wait-until.ts'
import type { TelephonyClient } from '../../../harness/telephony-client.ts'
import { type SocketWorld, startSocketWorld } from '../sockets/socket-world.ts'

describe.each(engines)('imports in the background on %s', (engine) => {
  let world: SocketWorld
  let extensions: string
  let put: Pbx['put']
  beforeAll(async () => {
    world = await startSocketWorld(engine, { LOG_LEVEL: 'silent' })
    extensions = `/instances/${world.acmePbx}/bulks/extensions`
    put = world.telephony.pbx.put.bind(world.telephony.pbx)
  })
  afterAll(() => world.stop())
  beforeEach(() => {
    world.telephony.pbx.put = put
  })

  const list = (start: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      data: { id: start + index, name: `Bed ${start + index}` },
    }))
  const async = { prefer: 'respond-async' }
  const start = (rows: unknown, client: TelephonyClient = world.ada) =>
    client.with(async).post(`${extensions}/import`, rows)
  const show = async (id: string) => (await world.ada.get(`/imports/${id}`)).body
  const ended = (id: string) =>
    waitUntil(`import ${id} ends`, async () => (await show(id)).status !== 'running')
  const refuse = (numbers: (number: number) => boolean) => {
    world.telephony.pbx.put = async (account) => {
      if (numbers(account.number)) throw new PbxFailure('No room')
      return put(account)
    }
  }
  const waiting = (id: string) =>
    waitUntil(`import ${id} waits`, async () => (await show(id)).problem !== null)
  const rowsOf = async (id: string, query = {}) => (await world.ada.get(`/imports/${id}/rows`, query)).body
  const read = () => world.telephony.database.read

  it('more than 500 rows are accepted (202), and GET /imports/:import_id shows the progress', async () => {
    const { status, body, headers } = await world.ada.post(`${extensions}/import`, list(30_000, 501))
    expect(status).toBe(202)
    expect(headers.location).toBe(`/imports/${body.id}`)
    expect(body).toMatchObject({ status: 'running', total: 501, created: 0, failed: 0, problem: null })
    await ended(body.id)
    expect(await show(body.id)).toMatchObject({ status: 'completed', created: 501, failed: 0 })
    const numbers = await read()
      .selectFrom('pbx_accounts')
      .select('number')
      .where('number', '>=', 30_000)
      .execute()
    expect(numbers).toHaveLength(501)
    const { body: found } = await world.ada.get(extensions, { search: '30500' })
    expect(await rowsOf(body.id, { page: 501, page_size: 1 })).toEqual([
      { row: 500, status: 'created', id: found[0]._id, errors: [] },
    ])
    const { body: audit } = await world.ada.get('/audit', { page_size: 1, subject_id: found[0]._id })
    expect(audit[0]).toMatchObject({ action: 'extension.created' })
    expect((await world.ada.get('/imports')).body[0]).toEqual(await show(body.id))
  })

  it('Prefer: respond-async asks for it with fewer rows; a dry run answers at once', async () => {
    const { status, body } = await start(list(2000, 3))
    expect(status).toBe(202)
    await ended(body.id)
    expect((await show(body.id)).created).toBe(3)
    const dry = await world.ada.with(async).post(`${extensions}/import?dry_run=true`, list(2010, 2))
    expect({ status: dry.status, valid: dry.body.valid }).toEqual({ status: 200, valid: 2 })
  })

  it('a wrong row is 400 at once, and nothing is stored', async () => {
    const before = (await world.ada.get('/imports')).body
    const { status, body } = await start([...list(2020, 2), { data: { id: 1001, name: 'Taken' } }])
    expect({ status, pointer: body.errors[0].pointer }).toEqual({ status: 400, pointer: '/2/data/id' })
    expect((await world.ada.get('/imports')).body).toEqual(before)
  })

  it('says why it waits, continues by itself, and only a number taken meanwhile fails', async () => {
    refuse((number) => number === 2102)
    const csv = 'number,name\n2101,One\n2102,Two\n2103,Three\n'
    const { body } = await world.ada.call('POST', `${extensions}/import`, csv, {
      ...async,
      'content-type': 'text/csv',
    })
    await waiting(body.id)
    expect(await show(body.id)).toMatchObject({
      status: 'running',
      created: 0,
      problem: 'The PBX backend failed: No room',
    })
    // All or nothing: the PBX has none of them.
    expect((await world.ada.get(extensions, { search: '2101' })).status).toBe(404)
    await waitUntil('the number is free', async () => {
      const { status } = await world.ada.post(extensions, { data: { id: 2103, name: 'Faster' } })
      return status === 201
    })
    world.telephony.pbx.put = put
    await ended(body.id)
    expect(await show(body.id)).toMatchObject({ status: 'completed', created: 2, failed: 1, problem: null })
    expect(await rowsOf(body.id, { status: 'failed' })).toEqual([
      {
        row: 2,
        status: 'failed',
        id: null,
        errors: [{ pointer: '/2/number', detail: '2103 is taken: extension 2103 already exists (line 4)' }],
      },
    ])
  })

  it('POST /imports/:import_id/cancel keeps what was created and forgets the rest', async () => {
    refuse((number) => number >= 2300)
    const { body } = await start(list(2200, 120))
    await waiting(body.id)
    const { status, body: cancelled } = await world.ada.post(`/imports/${body.id}/cancel`)
    expect(status).toBe(200)
    expect(cancelled).toMatchObject({ status: 'cancelled', created: 100, failed: 0 })
    expect((await world.ada.post(`/imports/${body.id}/cancel`)).status).toBe(409)
    const kept = await read()
      .selectFrom('extension_import_rows')
      .select('value_sealed')
      .where('import_id', '=', body.id)
      .where('value_sealed', 'is not', null)
      .execute()
    expect(kept).toEqual([])
    expect((await world.ada.get(extensions, { search: '2299' })).status).toBe(200)
    expect((await world.ada.get(extensions, { search: '2300' })).status).toBe(404)
  })

  it('passwords of waiting rows are stored encrypted', async () => {
    refuse(() => true)
    const { body } = await start([{ data: { id: 2400, name: 'Safe', secret: 'Clear-text-0123456789' } }])
    await waiting(body.id)
    const stored = await read()
      .selectFrom('extension_import_rows')
      .selectAll()
      .where('import_id', '=', body.id)
      .execute()
    expect(JSON.stringify(stored)).not.toContain('Clear-text')
    world.telephony.pbx.put = put
    await ended(body.id)
    const { body: made } = await world.ada.get(extensions, { search: '2400' })
    expect(made[0].data.secret).toBe('Clear-text-0123456789')
  })

  it('who started it and the owner receive import.updated, with the payload of GET; others do not', async () => {
    const ada = await world.asAda()
    const ben = await world.asAda({ user_id: world.demo.acme.ben.id })
    const hank = await world.asHank()
    const { body } = await start(list(2450, 1))
    await waitUntil('the end is announced', () =>
      ada.named('import.updated').some(({ payload }) => payload.status === 'completed'),
    )
    expect(ada.named('import.updated').at(-1)!.payload).toEqual(await show(body.id))
    const { body: bens } = await start(list(2451, 1), world.ben)
    await waitUntil('Ben gets events about his own', () =>
      ben.named('import.updated').some(({ payload }) => payload.status === 'completed'),
    )
    const ids = ben.named('import.updated').map(({ payload }) => payload.id)
    expect(new Set(ids)).toEqual(new Set([bens.id]))
    expect(hank.named('import.updated')).toEqual([])
  })

  it('only the person who started it and the owner can see it', async () => {
    const { body: bens } = await start(list(2500, 1), world.ben)
    const { body: adas } = await start(list(2501, 1))
    expect((await world.ben.get(`/imports/${bens.id}`)).status).toBe(200)
    expect((await world.ada.get(`/imports/${bens.id}`)).status).toBe(200)
    for (const [client, id] of [
      [world.ben, adas.id],
      [world.hank, adas.id],
    ] as const) {
      expect((await client.get(`/imports/${id}`)).status).toBe(404)
      expect((await client.get(`/imports/${id}/rows`)).status).toBe(404)
      expect((await client.post(`/imports/${id}/cancel`)).status).toBe(404)
      const { body } = await client.get('/imports')
      expect(body.map((one: { id: string }) => one.id)).not.toContain(id)
    }
    await ended(bens.id)
    await ended(adas.id)
  })

  it.each([
    ['deleted', 2600, (user: string) => world.ada.delete(user)],
    ['disabled', 3500, (user: string) => world.ada.patch(user, { activated: false })],
  ] as const)('ends when who started it is %s midway; what was created stays', async (_how, from, end) => {
    const { body: user } = await world.ada.post('/company/contacts', { first_name: 'Temp' })
    refuse((number) => number >= from + 100)
    const { body } = await start(list(from, 101), world.as('dev-acme-key', user.id))
    await waiting(body.id)
    expect((await end(`/company/contacts/${user.id}`)).status).toBe(200)
    world.telephony.pbx.put = put
    await ended(body.id)
    expect(await show(body.id)).toMatchObject({ status: 'failed', created: 100 })
    expect((await show(body.id)).problem).toContain('lost access')
    expect((await world.ada.get(extensions, { search: String(from + 100) })).status).toBe(404)
  })

  it('two at once: each number is created once, and each import counts its own rows', async () => {
    const [one, other] = await Promise.all([start(list(3100, 150)), start(list(3200, 150), world.ben)])
    await Promise.all([ended(one.body.id), ended(other.body.id)])
    const shown = [await show(one.body.id), await show(other.body.id)]
    for (const { status, total, created, failed } of shown) {
      expect({ status, sum: created + failed }).toEqual({ status: 'completed', sum: total })
    }
    // The two share the numbers from 3200 to 3249.
    expect(shown[0].failed + shown[1].failed).toBe(50)
    const known = await read()
      .selectFrom('pbx_accounts')
      .select('number')
      .where('number', '>=', 3100)
      .where('number', '<', 3350)
      .orderBy('number')
      .execute()
    expect(known.map(({ number }) => number)).toEqual(list(3100, 250).map(({ data }) => data.id))
    const made = await Promise.all(
      [one, other].map(({ body }) => rowsOf(body.id, { status: 'created', page_size: 1000 })),
    )
    expect(new Set(made.flat().map(({ id }: { id: string }) => id)).size).toBe(250)
  })

  it('cancelled while the PBX creates some: these are undone, in the PBX, too', async () => {
    const held = new Set<() => void>()
    world.telephony.pbx.put = async (account) => {
      if (account.number >= 3400 && account.number < 3420) await new Promise<void>((go) => held.add(go))
      return put(account)
    }
    const { body } = await start(list(3400, 20))
    await waitUntil('the PBX is asked', () => held.size > 0)
    expect((await world.ada.post(`/imports/${body.id}/cancel`)).body).toMatchObject({
      status: 'cancelled',
      created: 0,
    })
    world.telephony.pbx.put = put
    for (const go of held) go()
    const left = async () => [
      ...(await read().selectFrom('pbx_accounts').select('number').where('number', '>=', 3400).execute()),
      ...(await read().selectFrom('extensions').select('number').where('number', '>=', 3400).execute()),
    ]
    await waitUntil('nothing is left', async () =>
      (await left()).every(({ number }) => number < 3400 || number >= 3420),
    )
    await untilDone(world.telephony.database, 'pbx_accounts')
    expect(await show(body.id)).toMatchObject({ status: 'cancelled', created: 0 })
    // The numbers are free again.
    const { body: again } = await start(list(3400, 20))
    await ended(again.id)
    expect(await show(again.id)).toMatchObject({ status: 'completed', created: 20 })
  })

  it.each([
    ['expires', (id: string) => world.clock.advance(7200) ?? id],
    ['may only read', (id: string) => world.ada.patch(`/api-keys/${id}`, { scopes: ['read'] })],
  ] as const)('ends when the key that started it %s', async (way, lose) => {
    const number = way === 'expires' ? 2910 : 2911
    const expires_at = new Date(world.clock.now() + 3_600_000).toISOString()
    const key = { name: 'For a while', scopes: ['read', 'write'], expires_at }
    const { body: made } = await world.ada.post('/api-keys', key)
    refuse((one) => one === number)
    const { body } = await start(list(number, 1), world.as(made.key, 'primary'))
    await waiting(body.id)
    await lose(made.id)
    world.telephony.pbx.put = put
    await ended(body.id)
    expect(await show(body.id)).toMatchObject({ status: 'failed', created: 0 })
    expect((await world.ada.get(extensions, { search: String(number) })).status).toBe(404)
  })

  it('an Idempotency-Key starts it once', async () => {
    const client = world.ada.with({ ...async, 'idempotency-key': 'import-once' })
    const first = await client.post(`${extensions}/import`, list(2700, 2))
    const second = await client.post(`${extensions}/import`, list(2700, 2))
    expect([first.status, second.status]).toEqual([202, 202])
    expect(second.body.id).toBe(first.body.id)
    await ended(first.body.id)
  })

  it('is forgotten 30 days after it has ended', async () => {
    const { body } = await start(list(2800, 1))
    await ended(body.id)
    world.clock.advance(29 * 86_400)
    await deleteOldImports(world.telephony)
    expect((await world.ada.get(`/imports/${body.id}`)).status).toBe(200)
    world.clock.advance(2 * 86_400)
    await deleteOldImports(world.telephony)
    expect((await world.ada.get(`/imports/${body.id}`)).status).toBe(404)
    expect((await world.ada.get(extensions, { search: '2800' })).status).toBe(200)
  })
})
