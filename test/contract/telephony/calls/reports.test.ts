import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { csvRow } from '../../../../src/platform/files/csv-row.ts'
import type { EmbeddedPbx } from '../../../../src/telephony/phones/pbx/embedded-pbx.ts'
import { engines } from '../../../harness/engines.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'

/** The clock goes on while the server works. */
const about = (seconds: number) => expect.toSatisfy((one: number) => one >= seconds && one < seconds + 30)
const EVIL = '=HYPERLINK("http://evil.example","Call me")'

it.each([
  ['=1+1', `"'=1+1"`],
  ['+1+cmd|x', `"'+1+cmd|x"`],
  ['-2', `"'-2"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['\t=1', `"'\t=1"`],
  ['+12025550177', '+12025550177'],
  ['Ada, "the first"\r\n', '"Ada, ""the first""\r\n"'],
  [-3, `"'-3"`],
  [7, '7'],
  [null, ''],
])('a cell of %j is %s', (cell, written) => {
  expect(csvRow([cell])).toBe(`${written}\r\n`)
})

describe.each(engines)('reports of calls, on %s', (engine) => {
  let world: TelephonyWorld
  let domain: string
  let trunk: string
  let queue: string
  beforeAll(async () => {
    world = await startTelephonyWorld(engine)
    const { ada, acmePbx } = world
    domain = (await ada.get('/instances')).body[0].internal_domain
    trunk = (await ada.post('/trunks', { name: 'Provider', kind: 'ip', host: '192.0.2.1' })).body.id
    queue = (await ada.post(`/instances/${acmePbx}/queues`, { number: 6401, name: 'Support' })).body.id
  })
  afterAll(() => world.stop())

  const pbx = () => world.telephony.pbx as EmbeddedPbx
  const count = async () => (await world.ada.get('/cdrs')).body.filter(isOver).length
  const isOver = ({ ended_at: ended }: { ended_at: unknown }) => ended !== null
  const shown = async () => (await world.ada.get('/cdrs')).body[0]
  type Party = { domain: string; number: number } | { trunk: string; number: string; name: string }
  /** A call that rings for some seconds, and is talked for others. */
  async function call(
    name: string,
    address: Party,
    called: Party,
    dialled: string,
    rings: number,
    talks: number,
  ) {
    const before = await count()
    pbx().reportCall({ kind: 'callBegan', call: name, address, dialled })
    await expect.poll(async () => (await world.ada.get('/cdrs')).body.length).toBe(before + 1)
    world.clock.advance(rings)
    const outcome = talks > 0 ? 'answered' : 'no_answer'
    pbx().reportCall({ kind: 'phoneCalled', call: name, address, called, outcome })
    await expect.poll(async () => (await shown()).called.length).toBe(1)
    world.clock.advance(talks)
    pbx().reportCall({ kind: 'callEnded', call: name, address, result: outcome })
    await expect.poll(count).toBe(before + 1)
  }
  const ada = () => ({ domain, number: 1001 })
  const ben = () => ({ domain, number: 1002 })
  const stranger = () => ({ trunk, number: '+12025550199', name: EVIL })
  const csv = async (client = world.ada, query = {}) => {
    const { status, headers, bytes } = await client.get('/cdrs/export', query)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toContain('.csv')
    return String(bytes).split('\r\n').slice(0, -1)
  }

  it('calls are counted by day, person, trunk and queue', async () => {
    await call('one', ada(), ben(), '1002', 5, 60)
    await call('two', stranger(), ben(), '+12025550123', 20, 0)
    const event = {
      kind: 'queueCall',
      address: stranger(),
      companyId: world.demo.acme.company.id,
      queueId: queue,
      callerId: { name: '', number: '+12025550199' },
    } as const
    const since = world.clock.now()
    pbx().reportCall({ ...event, call: 'waiting', since, state: 'waiting' })
    world.clock.advance(30)
    pbx().reportCall({ ...event, call: 'waiting', since, state: 'abandoned' })
    const report = async (query = {}) => (await world.ada.get('/cdrs/report', query)).body
    await expect.poll(async () => (await report()).queues.length).toBe(1)
    const { total, days, users, trunks, queues } = await report()
    const all = {
      calls: 2,
      answered: 1,
      missed: 1,
      average_wait: about(5),
      longest_wait: about(20),
      talk_time: about(60),
    }
    expect(total).toEqual({ ...all, inbound: 1, outbound: 0, internal: 1 })
    expect(days).toHaveLength(7)
    expect(days.reduce((sum: number, { calls }: { calls: number }) => sum + calls, 0)).toBe(2)
    const people = users.map(({ user_id: _, ...rest }: { user_id: string }) => rest)
    expect(people).toEqual([
      { name: 'Ada Lovelace', made: 1, answered: 0, missed: 0, talk_time: about(60) },
      { name: 'Ben Okri', made: 0, answered: 1, missed: 1, talk_time: about(60) },
    ])
    expect(trunks).toMatchObject([{ trunk_id: trunk, name: 'Provider', calls: 1, missed: 1, inbound: 1 }])
    expect(queues).toMatchObject([
      { name: 'Support', number: 6401, calls: 1, missed: 1, longest_wait: about(30) },
    ])
    expect((await report({ from: '2020-01-01', to: '2020-01-02' })).total.calls).toBe(0)
    const wrong = [{ from: '2020-01-01' }, { from: '2026-02-01', to: '2026-01-01' }, { time_zone: 'Mars' }]
    for (const query of wrong) expect((await world.ada.get('/cdrs/report', query)).status).toBe(400)
  })

  it('the history is downloaded as CSV that no spreadsheet runs, with the filters of the list', async () => {
    const [header, ...rows] = await csv()
    expect(header).toContain('from_number,from_name,dialled')
    expect(rows).toHaveLength(2)
    expect(rows[0]).toContain(`+12025550199,"'=HYPERLINK(""http://evil.example"",""Call me"")"`)
    expect(rows[1]).toContain('internal,answered,1001,Ada Lovelace,1002,1002,Ben Okri,')
    expect(await csv(world.ada, { direction: 'internal' })).toHaveLength(2)
    expect(await csv(world.ada, { direction: 'outbound' })).toHaveLength(1)
  })

  it('everybody gets their own calls only, other companies none, and users no report', async () => {
    const eve = (await world.ada.post('/company/contacts', { first_name: 'Eve' })).body
    expect(await csv(world.as('dev-acme-key', eve.id))).toHaveLength(1)
    expect(await csv(world.ben)).toHaveLength(3)
    expect(await csv(world.hank)).toHaveLength(1)
    expect((await world.ben.get('/cdrs/export', { user: eve.id })).status).toBe(403)
    expect((await world.ben.get('/cdrs/report')).status).toBe(403)
    expect((await world.hank.get('/cdrs/report')).body.total.calls).toBe(0)
  })

  it('phone codes are no calls, and only what rang at a phone of the company is missed', async () => {
    const { total: before } = (await world.ada.get('/cdrs/report')).body
    for (const code of ['*97', '*45', '*721003', '*8', '*68']) {
      const event = { call: `code ${code}`, address: ben() }
      pbx().reportCall({ ...event, kind: 'callBegan', dialled: code })
      world.clock.advance(90)
      pbx().reportCall({ ...event, kind: 'callEnded', result: code === '*45' ? 'failed' : 'answered' })
      await expect.poll(shown).toMatchObject({ to: code, ended_at: expect.any(String) })
    }
    expect((await csv())[1]!.split(',').slice(11, 13)).toEqual(['', ''])
    const outside = { trunk, number: '+12025550198', name: '' }
    await call('unanswered', ada(), outside, '+12025550198', 10, 0)
    await call('back', ben(), ada(), '*69', 10, 0)
    const { total } = (await world.ada.get('/cdrs/report')).body
    expect(total).toMatchObject({ calls: before.calls + 2, missed: before.missed + 1 })
    expect(total.longest_wait).toBeLessThan(90)
  })

  it('a long history is read in pieces', async () => {
    const before = await csv()
    const { database } = world.telephony
    const [row] = await database.read.selectFrom('calls').selectAll().where('company_id', '=', 1).execute()
    const ids = Array.from({ length: 1200 }, (_, index) => `0${String(index).padStart(23, '0')}`)
    const calls = ids.map((id) => ({ ...row!, id, pbx_call_id: id }))
    await database.write(row!.company_id, {
      work: async ({ db }) => {
        for (let start = 0; start < calls.length; start += 100) {
          await db
            .insertInto('calls')
            .values(calls.slice(start, start + 100))
            .execute()
        }
      },
    })
    const rows = await csv()
    expect(rows).toHaveLength(before.length + 1200)
    expect(new Set(rows.map((one) => one.split(',')[0])).size).toBe(before.length + 1200)
  })
})
