import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { engines } from '../../../harness/engines.ts'
import type { SocketClient } from '../../../harness/socket-client.ts'
import type { TelephonyClient } from '../../../harness/telephony-client.ts'
import { type SocketWorld, startSocketWorld } from '../sockets/socket-world.ts'

const path = '/status/v2/current-user'
const none = { status: '', action_type: '' }

describe.each(engines)('user status on %s', (engine) => {
  let world: SocketWorld
  beforeAll(async () => {
    world = await startSocketWorld(engine)
  })
  afterAll(() => world.stop())
  beforeEach(async () => {
    for (const user of [world.ada, world.ben]) {
      await user.patch(path, {
        main_status: { status: 'available' },
        additional_status: { action: 'unset' },
        text: '',
        emoji: '',
      })
      await user.patch(path, { additional_status: { action: 'unset', action_type: 'automatic' } })
    }
  })

  const main = (status: string, who: TelephonyClient = world.ben) =>
    who.patch(path, { main_status: { status } })
  const additional = (change: object, who: TelephonyClient = world.ben) =>
    who.patch(path, { additional_status: change })
  const seen = async () => {
    const { body } = await world.ada.get('/statuses/v2/users', { user_id: world.demo.acme.ben.id })
    return `${body[0].status.status} ${body[0].status.action_type}`
  }

  it('a user who has signed in and never said anything is available', async () => {
    expect((await world.hank.get(path)).body).toEqual({
      main_status: { status: 'available', action_type: 'manual' },
      additional_status: none,
    })
  })

  it('main_status can be available, away or do_not_disturb', async () => {
    for (const status of ['away', 'do_not_disturb', 'available']) {
      const answer = await main(status)
      expect(answer.status).toBe(200)
      expect(answer.body).toEqual({
        main_status: { status, action_type: 'manual' },
        additional_status: none,
      })
      expect((await world.ben.get(path)).body).toEqual(answer.body)
      expect(await seen()).toBe(`${status} manual`)
    }
  })

  it.each(['in_a_meeting', 'on_a_call', 'lunch', 'holiday', 'afk'])(
    'additional_status %s is set and unset',
    async (status) => {
      const set = await additional({ status, action: 'set', action_type: 'manual' })
      expect(set.body.additional_status).toEqual({ status, action_type: 'manual' })
      expect(await seen()).toBe(`${status} manual`)
      expect((await additional({ status, action: 'unset' })).body.additional_status).toEqual(none)
      expect(await seen()).toBe('available manual')
    },
  )

  it('both layers in one call; sending a whole answer back changes nothing', async () => {
    const both = { main_status: { status: 'away' }, additional_status: { status: 'lunch' } }
    const { body } = await world.ben.patch(path, both)
    expect(body.additional_status.status).toBe('lunch')
    expect((await world.ben.patch(path, body)).body).toEqual(body)
  })

  it('a text and an emoji are shown beside the status, and replace the additional status', async () => {
    await additional({ status: 'lunch' })
    const layers = { main_status: { status: 'available', action_type: 'manual' } }
    const words = { text: 'Commuting', emoji: '🚌' }
    const { body } = await world.ben.patch(path, { ...words, text: ' Commuting ' })
    expect(body).toEqual({ ...layers, additional_status: none, ...words })
    expect((await world.ben.patch(path, body)).body).toEqual(body)
    const listed = await world.ada.get('/statuses/v2/users', { user_id: world.demo.acme.ben.id })
    expect(listed.body[0].status).toEqual({ status: 'available', action_type: 'manual', ...words })
    expect((await additional({ status: 'lunch' })).body).toEqual({
      ...layers,
      additional_status: { status: 'lunch', action_type: 'manual' },
    })
  })

  it('the server clears at clear_at what the user chose, once, and not what programs report', async () => {
    const ada = await world.asAda()
    await additional({ status: 'in_a_meeting', action_type: 'automatic' })
    const clear_at = new Date(Math.ceil(world.telephony.clock.now() / 1000) * 1000 + 3_600_000).toISOString()
    const { body } = await world.ben.patch(path, {
      main_status: { status: 'do_not_disturb' },
      text: 'Writing',
      clear_at,
    })
    expect(body).toMatchObject({ text: 'Writing', clear_at })
    world.clock.advance(3590)
    expect((await world.ben.get(path)).body).toMatchObject({ clear_at })
    world.clock.advance(20)
    await expect.poll(seen).toBe('in_a_meeting automatic')
    expect((await world.ben.get(path)).body).toEqual({
      main_status: { status: 'available', action_type: 'manual' },
      additional_status: { status: 'in_a_meeting', action_type: 'automatic' },
    })
    await additional({ action: 'unset', action_type: 'automatic' })
    await ada.untilHeard('user_status_updated', 4)
    const heard = ada.named('user_status_updated').map(({ payload }) => payload.status.status)
    expect(heard).toEqual(['in_a_meeting', 'do_not_disturb', 'in_a_meeting', 'available'])
  })

  it('precedence: do_not_disturb, a call, the own additional status, that of a program, the main one', async () => {
    await main('away')
    await additional({ status: 'in_a_meeting', action_type: 'automatic' })
    expect(await seen()).toBe('in_a_meeting automatic')
    await additional({ status: 'lunch' })
    expect(await seen()).toBe('lunch manual')
    await additional({ status: 'on_a_call', action_type: 'automatic' })
    expect(await seen()).toBe('on_a_call automatic')
    await main('do_not_disturb')
    expect(await seen()).toBe('do_not_disturb manual')
    await main('away')
    await additional({ status: 'on_a_call', action: 'unset', action_type: 'automatic' })
    expect(await seen()).toBe('lunch manual')
    await additional({ action: 'unset' })
    expect(await seen()).toBe('away manual')
  })

  it('unset takes away only what is named', async () => {
    await additional({ status: 'lunch' })
    await additional({ status: 'holiday', action: 'unset' })
    await additional({ action: 'unset', action_type: 'automatic' })
    expect(await seen()).toBe('lunch manual')
  })

  it.each([
    [{}, ''],
    [{ main_status: { status: 'asleep' } }, '/main_status/status'],
    [{ main_status: { status: 'lunch' } }, '/main_status/status'],
    [{ main_status: {} }, '/main_status/status'],
    [{ additional_status: { status: 'available' } }, '/additional_status/status'],
    [{ additional_status: { action: 'set' } }, '/additional_status/status'],
    [{ additional_status: { status: 'lunch', action: 'toggle' } }, '/additional_status/action'],
    [{ additional_status: { status: 'lunch', action_type: 'magic' } }, '/additional_status/action_type'],
    [{ status: 'away' }, '/status'],
    [{ text: 'x'.repeat(61) }, '/text'],
    [{ emoji: 'car' }, '/emoji'],
    [{ emoji: '🚌🚌' }, '/emoji'],
    [{ text: 'x', clear_at: 'soon' }, '/clear_at'],
    [{ text: 'x', clear_at: '2020-01-01T00:00:00Z' }, '/clear_at'],
    [{ clear_at: '2999-01-01T00:00:00Z' }, '/clear_at'],
  ])('%j is refused, and nothing changes', async (body, pointer) => {
    const answer = await world.ben.patch(path, body)
    expect(answer.status).toBe(400)
    expect(answer.body.errors[0].pointer).toBe(pointer)
    expect(await seen()).toBe('available manual')
  })

  it('lists the users of the company, paged; those named; none of another company', async () => {
    const { owner, ben } = world.demo.acme
    const all = await world.ben.get('/statuses/v2/users')
    expect(all.body.map((one: { user_id: string }) => one.user_id)).toEqual([owner.id, ben.id])
    const second = await world.ben.get('/statuses/v2/users', { page: 2, page_size: 1 })
    expect(second.body).toHaveLength(1)
    expect(second.headers['x-pagination-total-count']).toBe('2')
    const some = `${ben.id},${world.demo.globex.owner.id}, ${owner.id}`
    const named = await world.ben.get('/statuses/v2/users', { user_id: some, page_size: 1 })
    expect(named.body).toEqual([all.body[0]])
    expect(named.headers['x-pagination-total-count']).toBe('2')
    expect((await world.ben.get('/statuses/v2/users', { user_id: 'nobody' })).body).toEqual([])
    expect(all.body[0]).toMatchObject({
      company_id: world.demo.acme.company.public_id,
      user_email: 'ada@example.com',
      deleted_at: null,
    })
  })

  it('a change is in the audit trail', async () => {
    await main('away')
    const { body } = await world.ada.get('/audit', { subject_id: world.demo.acme.ben.id })
    expect(body[0]).toMatchObject({ action: 'user_status.updated', contact: { id: world.demo.acme.ben.id } })
  })
})

describe.each(engines)('user_status_updated on %s', (engine) => {
  let world: SocketWorld
  let ada: SocketClient
  let ben: SocketClient
  let hank: SocketClient
  beforeAll(async () => {
    world = await startSocketWorld(engine)
    ada = await world.asAda()
    ben = await world.asBen()
    hank = await world.asHank()
  })
  afterAll(() => world.stop())

  const statuses = (client: SocketClient) =>
    client.named('user_status_updated').map(({ payload }) => payload.status.status as string)

  it('goes to the whole company with the effective status, and only when that changes', async () => {
    await world.ben.patch(path, { main_status: { status: 'do_not_disturb' } })
    await world.ben.patch(path, { main_status: { status: 'do_not_disturb' } })
    await world.ben.patch(path, { additional_status: { status: 'lunch' } })
    await world.ben.patch(path, { main_status: { status: 'away' } })
    for (const client of [ada, ben]) {
      await client.untilHeard('user_status_updated', 2)
      expect(statuses(client)).toEqual(['do_not_disturb', 'lunch'])
    }
    expect(ada.named('user_status_updated')[1]!.payload).toEqual({
      company_id: world.demo.acme.company.public_id,
      user_id: world.demo.acme.ben.id,
      user_email: 'ben@example.com',
      status: { status: 'lunch', action_type: 'manual' },
      id: world.demo.acme.ben.id,
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
      deleted_at: null,
    })
    expect(hank.named('user_status_updated')).toEqual([])
  })
})
