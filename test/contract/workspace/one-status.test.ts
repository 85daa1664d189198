import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { instancesTable } from '../../../src/telephony/company/instances/instances-table.ts'
import { contactsTable } from '../../../src/telephony/identity/contact.ts'
import { planCall } from '../../../src/telephony/phones/calls/plan-call.ts'
import { StatusSync } from '../../../src/workspace/bridge/share-status.ts'
import type { ApiClient } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import type { TelephonyClient } from '../../harness/telephony-client.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorkspaceWorld, type WorkspaceWorld } from '../../harness/workspace-world.ts'

const own = '/status/v2/current-user'
const none = { status: '', action_type: '' }

describe.each(engines)('one status for chat and phones (%s)', (engine) => {
  let world: WorkspaceWorld
  let ben: ApiClient
  let phonesOfBen: TelephonyClient
  let ada: ApiClient
  beforeAll(async () => {
    world = await startWorkspaceWorld(engine)
    ben = world.chatAs(world.people.ben)
    ada = world.chatAs(world.people.ada)
    phonesOfBen = (await world.signIn(world.people.ben)).phones
    await phonesOfBen.get(own)
  })
  afterAll(() => world.stop())
  beforeEach(async () => {
    await ben.post('/users/me/status', {
      status_text: '',
      emoji_name: '',
      away: false,
      do_not_disturb: false,
    })
    await expect.poll(onPhones).toEqual(phones('available'))
  })

  const inChat = async (client = ada) =>
    (await client.get(`/users/${world.people.ben.id}/status`)).body.status
  const onPhones = async () => (await phonesOfBen.get(own)).body
  const phones = (main: string, additional: object = none, more: object = {}) => ({
    main_status: { status: main, action_type: 'manual' },
    additional_status: additional,
    ...more,
  })
  const manually = (status: string) => ({ status, action_type: 'manual' })
  const emoji = (emoji_name: string, emoji_code: string) => ({
    emoji_name,
    emoji_code,
    reaction_type: 'unicode_emoji',
  })
  async function callToBen() {
    const { read } = world.workspace.telephony.database
    const { domain } = (await instancesTable.findBy(read, { uuid: world.pbx }))!
    const from = { domain, number: 1001 }
    const plan = await planCall(
      read,
      { caller: from, from, dialled: '1002', prefix: '', callsOfCaller: 1 },
      Date.now(),
    )
    return plan.kind === 'ring' && plan.isBusy
  }

  it('do not disturb that was chosen in the chat makes the phones busy, until it ends', async () => {
    expect(await callToBen()).toBe(false)
    const gus = await watch(world.chatAs(world.people.gus), ['user_status'])
    await ben.post('/users/me/status', { do_not_disturb: true })
    await expect.poll(onPhones).toEqual(phones('do_not_disturb'))
    expect(await callToBen()).toBe(true)
    await ben.post('/users/me/status', { do_not_disturb: false })
    await expect.poll(onPhones).toEqual(phones('available'))
    expect(await callToBen()).toBe(false)
    // It does not come back as an event of its own.
    const news = await gus.news()
    expect(news.map((event) => event.do_not_disturb)).toEqual([true, false])
  })

  it('what is chosen on the phones is shown in the chat', async () => {
    await phonesOfBen.patch(own, { main_status: { status: 'do_not_disturb' } })
    await expect.poll(() => inChat()).toEqual({ do_not_disturb: true })
    await phonesOfBen.patch(own, {
      main_status: { status: 'away' },
      additional_status: { status: 'in_a_meeting' },
    })
    const meeting = { away: true, status_text: 'In a meeting', ...emoji('date', '1f4c5') }
    await expect
      .poll(() => inChat())
      .toMatchObject({ away: true, status_text: 'In a meeting', emoji_code: '1f4c5' })
    expect(await inChat()).toEqual({ ...meeting, emoji_name: expect.any(String) })
    await phonesOfBen.patch(own, { text: 'Commuting', emoji: '🚌', main_status: { status: 'available' } })
    await expect.poll(() => inChat()).toEqual({ status_text: 'Commuting', ...emoji('bus', '1f68c') })
    await phonesOfBen.patch(own, { text: '', emoji: '' })
    await expect.poll(() => inChat()).toEqual({})
  })

  it('a text of the chat is shown on the phones; a known one by its name', async () => {
    await ben.post('/users/me/status', { status_text: 'Out sick', emoji_name: 'face_with_thermometer' })
    await expect.poll(onPhones).toEqual(phones('available', none, { text: 'Out sick', emoji: '🤒' }))
    await ben.post('/users/me/status', { status_text: 'On vacation', emoji_name: 'palm_tree', away: true })
    await expect.poll(onPhones).toEqual(phones('away', manually('holiday')))
    // What the phones cannot show stays in the chat.
    await ben.post('/users/me/status', { emoji_name: 'zulip', status_text: '' })
    await expect.poll(onPhones).toEqual(phones('away'))
    expect(await inChat()).toMatchObject({ away: true, emoji_name: 'zulip' })
  })

  it('both halves are cleared at the same time, once', async () => {
    const clear_at = Math.floor(world.clock.now() / 1000) + 300
    await ben.post('/users/me/status', { do_not_disturb: true, status_text: 'Writing', clear_at })
    const time = new Date(clear_at * 1000).toISOString()
    await expect
      .poll(onPhones)
      .toMatchObject({ text: 'Writing', clear_at: expect.stringContaining(time.slice(0, 19)) })
    const gus = await watch(world.chatAs(world.people.gus), ['user_status'])
    world.clock.advance(301)
    await expect.poll(() => inChat()).toEqual({})
    await expect.poll(onPhones).toEqual(phones('available'))
    expect(await callToBen()).toBe(false)
    await new StatusSync(world.workspace).runAll()
    expect(await gus.news()).toHaveLength(1)
  })

  it('changes that no event has named are found by comparing all', async () => {
    await ben.post('/users/me/status', { status_text: 'Thinking' })
    await expect.poll(onPhones).toMatchObject({ text: 'Thinking' })
    await new StatusSync(world.workspace).runAll()
    expect(await inChat()).toEqual({ status_text: 'Thinking' })
    expect(await onPhones()).toMatchObject({ text: 'Thinking' })
  })

  it('an account without phones keeps its status to itself; linking it shares what it has in the chat', async () => {
    const link = `/workspace/phone_users/${world.people.ben.id}`
    await ada.put(link, { phone_user_id: null })
    await ben.post('/users/me/status', { status_text: 'Alone' })
    const listed = async () =>
      (await world.owner.get('/statuses/v2/users', { user_id: world.contacts.ben })).body[0].status
    await new StatusSync(world.workspace).runAll()
    expect(await listed()).toEqual({ status: 'available', action_type: 'manual' })
    await ada.put(link, { phone_user_id: JSON.stringify(world.contacts.ben) })
    await expect.poll(listed).toMatchObject({ text: 'Alone' })
    expect(await inChat()).toEqual({ status_text: 'Alone' })
  })

  it('nobody who never signed in becomes available, whatever the chat says', async () => {
    const { telephony } = world.workspace
    const key = (await contactsTable.list(telephony.database.read, { id: world.contacts.ada }))[0]!
    await telephony.transact(key.company_id, async ({ db }) => {
      await contactsTable.update(db, key, { last_enter: null })
    })
    const listed = async () =>
      (await world.owner.get('/statuses/v2/users', { user_id: world.contacts.ada })).body[0].status
    const chosen = async () => (await ben.get(`/users/${world.people.ada.id}/status`)).body.status
    await ada.post('/users/me/status', { status_text: 'Hello', away: true })
    await expect.poll(listed).toMatchObject({ status: 'away', text: 'Hello' })
    await ada.post('/users/me/status', { status_text: 'Bye' })
    await expect.poll(listed).toMatchObject({ status: 'away', text: 'Bye' })
    expect(await chosen()).toEqual({ status_text: 'Bye', away: true })
    await ada.post('/users/me/status', { status_text: '', away: false })
    await expect.poll(listed).toEqual({ status: 'away', action_type: 'manual' })
  })
})
