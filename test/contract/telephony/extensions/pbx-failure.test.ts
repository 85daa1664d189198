import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Pbx, PbxFailure } from '../../../../src/telephony/phones/pbx/pbx.ts'
import { engines } from '../../../harness/engines.ts'
import { entriesOf, untilDone } from '../../../harness/outbox-entries.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'
import { stateOf } from '../http/company-state.ts'

describe.each(engines)('When the PBX fails on %s', (engine) => {
  let world: TelephonyWorld
  let path: string
  let working: Pick<Pbx, 'put' | 'remove'>
  let number = 3000
  let url: string
  let before: unknown
  beforeAll(async () => {
    world = await startTelephonyWorld(engine)
    path = `/instances/${world.acmePbx}/bulks/extensions`
    const { pbx } = world.telephony
    working = { put: pbx.put.bind(pbx), remove: pbx.remove.bind(pbx) }
  })
  beforeEach(async () => {
    number += 1
    const made = await world.ada.post(path, { data: { id: number, name: 'Works' } })
    url = `${path}/${made.body._id}`
    before = await bothSides()
  })
  afterEach(() => Object.assign(world.telephony.pbx, working))
  afterAll(() => world.stop())

  /** What the database and what the PBX have. */
  async function bothSides() {
    const { read } = world.telephony.database
    const accounts = await read
      .selectFrom('pbx_accounts')
      .selectAll()
      .orderBy('domain')
      .orderBy('number')
      .execute()
    return { database: await stateOf(world.ada), pbx: accounts }
  }
  const entries = () => entriesOf(world.telephony.database, 'pbx_accounts')
  const matched = () => untilDone(world.telephony.database, 'pbx_accounts')

  /** The next `times` calls fail; `late`: after the PBX has done what it was told, as when an answer is lost. */
  function fail(method: 'put' | 'remove', times: number, late: boolean): void {
    let left = times
    world.telephony.pbx[method] = async (argument: never) => {
      left -= 1
      if (left < 0) return working[method](argument)
      if (late) await working[method](argument)
      throw new PbxFailure('no answer')
    }
  }

  const secret = 'a-secret-that-never-was-x'
  const attempts: [
    string,
    'put' | 'remove',
    () => Promise<{ status: number; body: { detail: string } }>,
    number,
  ][] = [
    ['POST', 'put', () => world.ada.post(path, { data: { id: 4444, name: 'New' } }), 201],
    ['PUT', 'put', () => world.ada.put(url, { data: { name: 'Replaced', secret } }), 200],
    ['PATCH', 'put', () => world.ada.patch(url, { data: { name: 'Patched', secret } }), 200],
    ['DELETE', 'remove', () => world.ada.delete(url), 200],
  ]

  describe.each([
    ['refuses', false],
    ['does it, but its answer is lost', true],
  ])('it %s', (_how, late) => {
    it.each(attempts)(
      '%s: 502, nothing has changed on either side, and it works again afterwards',
      async (_verb, method, attempt, status) => {
        fail(method, 1, late)
        const answer = await attempt()
        expect(answer.status).toBe(502)
        expect(answer.body).toEqual({
          detail: 'The PBX backend failed: no answer',
          status: 502,
          title: 'Bad Gateway',
          type: 'about:blank',
        })
        expect(await bothSides()).toEqual(before)
        expect(await entries()).toEqual([])
        expect((await attempt()).status).toBe(status)
        if (status === 201) {
          const [made] = (await world.ada.get(path, { search: '4444' })).body
          expect((await world.ada.delete(`${path}/${made._id}`)).status).toBe(200)
        }
      },
    )
  })

  it.each(attempts)(
    '%s: what cannot be undone at once is undone later',
    async (verb, method, attempt, status) => {
      // POST is undone by removing, the others by putting what the database has.
      const undo = verb === 'POST' ? 'remove' : 'put'
      fail(undo, 2, false)
      if (method !== undo) fail(method, 1, true)
      expect((await attempt()).status).toBe(502)
      expect((await bothSides()).database).toEqual((before as { database: unknown }).database)
      expect(await entries()).toMatchObject([{ claimed_by: null }])
      Object.assign(world.telephony.pbx, working)
      world.clock.advance(20)
      await matched()
      expect(await bothSides()).toEqual(before)
      expect((await attempt()).status).toBe(status)
      if (status === 201) {
        const [made] = (await world.ada.get(path, { search: '4444' })).body
        await world.ada.delete(`${path}/${made._id}`)
      }
    },
  )

  it('what was left behind is put right by the next change of the extension as well', async () => {
    fail('put', 2, false)
    expect((await world.ada.patch(url, { data: { secret } })).status).toBe(502)
    expect(await entries()).toMatchObject([{ claimed_by: null }])
    Object.assign(world.telephony.pbx, working)
    expect((await world.ada.patch(url, { data: { description: 'Later' } })).status).toBe(200)
    expect(await entries()).toEqual([])
  })

  it('other extensions work while one is broken', async () => {
    fail('put', 2, false)
    expect((await world.ada.patch(url, { data: { secret } })).status).toBe(502)
    Object.assign(world.telephony.pbx, working)
    const other = await world.ada.post(path, { data: { id: number + 500, name: 'Fine' } })
    expect(other.status).toBe(201)
    world.clock.advance(20)
    await matched()
  })

  it('a change waits for another one of the same server, however long the PBX takes', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    world.telephony.pbx.put = async (account) => {
      world.telephony.pbx.put = working.put
      await held
      return working.put(account)
    }
    const first = world.ada.patch(url, { data: { description: 'First' } })
    await expect.poll(entries).toHaveLength(1)
    const { now } = performance
    const watch = vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance))
    const second = world.ada.patch(url, { data: { ringtimer: '30' } })
    await expect.poll(() => watch.mock.calls.length).toBeGreaterThan(5)
    watch.mockImplementation(() => now.call(performance) + 60_000)
    const calls = watch.mock.calls.length
    await expect.poll(() => watch.mock.calls.length).toBeGreaterThan(calls + 5)
    watch.mockRestore()
    release()
    expect([(await first).status, (await second).status]).toEqual([200, 200])
    expect((await world.ada.get(path, { search: String(number) })).body[0].data).toMatchObject({
      description: 'First',
      ringtimer: '30',
    })
  })

  it('an error of the PBX that is our own fault is a 500 without details, and nothing has changed', async () => {
    world.telephony.log.level = 'silent'
    world.telephony.pbx.put = async () => {
      world.telephony.pbx.put = working.put
      throw new TypeError('with an inner detail')
    }
    const response = await world.app.inject({
      method: 'PATCH',
      url,
      headers: world.ada.headers,
      payload: '{"data":{"name":"Never"}}',
    })
    world.telephony.log.level = 'error'
    expect(response.statusCode).toBe(500)
    expect(response.headers['content-type']).toContain('application/problem+json')
    expect(response.body).not.toContain('inner detail')
    expect(await bothSides()).toEqual(before)
  })
})
