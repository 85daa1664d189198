import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { subjectsOf } from '../../src/telephony/phones/extensions/accounts/match-pbx.ts'
import { pbxAccountOf } from '../../src/telephony/phones/extensions/extension.ts'
import { entriesOf } from '../harness/outbox-entries.ts'
import { eventually, openPhoneNodes, type PhoneNodes } from '../harness/phone-nodes.ts'

interface Shown {
  _id: string
  data: { id: number; name: string; secret: string }
}

describe('extensions that several servers change', () => {
  let world: PhoneNodes
  let path: string
  beforeAll(async () => {
    world = await openPhoneNodes(3)
    path = `/instances/${world.demo.acme.instanceUuid}/bulks/extensions`
  })
  afterAll(() => world?.stop())

  const read = () => world.telephony(1).database.read
  const entries = () => entriesOf(world.telephony(1).database, 'pbx_accounts')

  /** PBX and database say the same of every extension of Acme, when nothing is left to do. */
  async function expectAgreement() {
    await eventually(async () => expect(await entries()).toEqual([]))
    const [{ internal_domain: domain }] = (await world.ada(1).get('/instances')).body
    const { body } = await world.ada(1).get(path, { page_size: 1000 })
    const wanted = (body as Shown[]).map(({ data }) =>
      pbxAccountOf({ number: data.id, name: data.name, data: {} }, { domain }, data.secret),
    )
    const accounts = await read()
      .selectFrom('pbx_accounts')
      .select(['number', 'ha1', 'display_name as displayName'])
      .where('domain', '=', domain)
      .orderBy('number')
      .execute()
    expect(accounts).toEqual(wanted.map(({ number, ha1, displayName }) => ({ number, ha1, displayName })))
  }

  async function make(number: number): Promise<string> {
    const made = await world.ada(0).post(path, { data: { id: number, name: 'Made' } })
    expect(made.status).toBe(201)
    return `${path}/${made.body._id}`
  }

  it('one extension changed by all of them at once: each in its turn, and both sides agree', async () => {
    const url = await make(3001)
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, turn) =>
        world.ada(turn % 3).patch(url, {
          data: { name: `Turn ${turn}`, secret: `a-secret-of-its-own-${turn}` },
        }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    await expectAgreement()
  })

  it('one number created by all of them at once is created once', async () => {
    const answers = await Promise.all(
      [0, 1, 2, 0, 1, 2].map((node) =>
        world.ada(node).post(path, { data: { id: 3100, name: `By ${node}` } }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400, 400])
    await expectAgreement()
  })

  it('created, changed and deleted all over: both sides agree, and nothing fails', {
    timeout: 60_000,
  }, async () => {
    const statuses = new Set<number>()
    const work = async (node: number) => {
      for (let round = 0; round < 8; round += 1) {
        const number = 3200 + (round % 2)
        const made = await world.ada(node).post(path, { data: { id: number, name: `Round ${round}` } })
        statuses.add(made.status)
        const found = (await world.ada(node).get(path, { search: String(number) })).body?.[0] as
          | Shown
          | undefined
        if (!found) continue
        const url = `${path}/${found._id}`
        statuses.add(
          (await world.ada(node).patch(url, { data: { secret: `of-${node}-in-${round}-and-long` } })).status,
        )
        if (round % 3 === node) statuses.add((await world.ada(node).delete(url)).status)
      }
    }
    await Promise.all([0, 1, 2].map(work))
    expect([...statuses].filter((status) => ![200, 201, 400, 404].includes(status))).toEqual([])
    await expectAgreement()
  })

  it('imports that overlap are carried out one after the other', async () => {
    const rows = (from: number) =>
      Array.from({ length: 20 }, (_, index) => ({ data: { id: from + index, name: `Row ${index}` } }))
    const bulk = `/instances/${world.demo.acme.instanceUuid}/bulks/extensions/import`
    const answers = await Promise.all([
      world.ada(1).post(bulk, rows(3300)),
      world.ada(2).post(bulk, rows(3310)),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    await expectAgreement()
  })

  it('a server that was taken for dead and comes back does not leave its change in the PBX', async () => {
    const url = await make(3400)
    const { pbx } = world.telephony(1)
    const put = pbx.put.bind(pbx)
    let wakeUp = () => {}
    const slept = new Promise<void>((resolve) => {
      wakeUp = resolve
    })
    let isAsleep = false
    pbx.put = async (account) => {
      pbx.put = put
      isAsleep = true
      await slept
      await put(account)
    }
    const late = world.ada(1).patch(url, { data: { secret: 'of-the-one-that-sleeps' } })
    await eventually(async () => expect(isAsleep).toBe(true))
    // Nobody disturbs it while it may be alive.
    expect((await world.ada(2).patch(url, { data: { name: 'Too early' } })).status).toBe(409)
    world.clock.advance(31)
    const next = await world.ada(2).patch(url, { data: { secret: 'of-the-one-that-works' } })
    expect(next.status).toBe(200)
    wakeUp()
    expect((await late).status).toBe(502)
    expect((await world.ada(0).get(path, { search: '3400' })).body[0].data.secret).toBe(
      'of-the-one-that-works',
    )
    await expectAgreement()
  })

  it('what a dead server has left is matched once, by the leader', async () => {
    const url = await make(3500)
    const { id } = world.demo.acme.company
    const [{ internal_domain: domain }] = (await world.ada(1).get('/instances')).body
    const accounts = [{ instance: world.demo.acme.instanceUuid, domain, numbers: [3500] }]
    await world.telephony(1).transact(id, ({ outbox }) => outbox.hold('pbx_accounts', accounts, subjectsOf))
    let matches = 0
    for (const node of [0, 1, 2]) {
      const { pbx } = world.telephony(node)
      const put = pbx.put.bind(pbx)
      pbx.put = async (account) => {
        if (account.number === 3500) matches += 1
        await put(account)
      }
    }
    for (const node of [0, 1, 2]) world.telephony(node).outbox.checkAll()
    expect(await entries()).toHaveLength(1)
    world.clock.advance(31)
    await expectAgreement()
    expect(matches).toBe(1)
    expect((await world.ada(2).patch(url, { data: { name: 'Works' } })).status).toBe(200)
  })

  it('a new leader undoes what a server had begun when it was cut off', async () => {
    const url = await make(3600)
    const { pbx } = world.telephony(0)
    const put = pbx.put.bind(pbx)
    pbx.put = async (account) => {
      await put(account)
      world.cutOff()
    }
    const answer = await world.nodes[0]!.app.inject({
      method: 'PATCH',
      url,
      headers: world.ada(0).headers,
      payload: JSON.stringify({ data: { secret: 'that-nobody-was-told-of' } }),
    })
    expect(answer.statusCode).toBeGreaterThanOrEqual(500)
    await eventually(async () =>
      expect([1, 2].some((node) => world.telephony(node).leadership.isLeader)).toBe(true),
    )
    expect(await entries()).toHaveLength(1)
    world.clock.advance(31)
    await expectAgreement()
    expect((await world.ada(2).patch(url, { data: { name: 'Goes on' } })).status).toBe(200)
  })
})
