import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createUser } from '../../../src/chat/accounts/create-user.ts'
import { ApiClient, type Arguments } from '../../harness/api-client.ts'
import { changeRealmSettings } from '../../harness/change-realm.ts'
import { engines } from '../../harness/engines.ts'
import { readMails, waitForMails } from '../../harness/read-mails.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { makeStream } from '../messages/message-requests.ts'

describe.each(engines)('An invitation gives what its inviter can give at that moment, on %s', (engine) => {
  let world: World
  let count = 0
  let inviter: ApiClient
  let inviterId: number
  beforeAll(async () => {
    world = await startWorld(engine, { TRUSTED_PROXIES: '127.0.0.1' })
  })
  beforeEach(async () => {
    count += 1
    const email = `inviter${count}@example.com`
    const { user } = await createUser(world.chat, world.demo.realm, { email, fullName: `Inviter ${count}` })
    inviter = world.as(user)
    inviterId = user.id
  })
  afterAll(() => world.stop())

  /** Each from an address of its own: looks are limited by address. */
  const stranger = () => world.nobody.with({ 'x-forwarded-for': `10.0.${count}.1` })
  const tokenOf = (link: string) => link.split('/').at(-1)!
  const newEmail = () => `new${count}@example.com`
  const linked = async (args: Arguments = {}) =>
    tokenOf((await inviter.post('/invites/multiuse', args)).body.invite_link)
  const mailed = async (args: Arguments = {}) => {
    await inviter.post('/invites', { invitee_emails: newEmail(), ...args })
    return tokenOf((await waitForMails(world, newEmail())).at(-1)!.link)
  }
  const accept = (token: string) => {
    const person = { email: newEmail(), full_name: 'New Person', password: 'long enough' }
    return stranger().post(`/invites/accept/${token}`, person)
  }
  const streamsAfter = async (token: string) => {
    const { status, body } = await accept(token)
    expect(status).toBe(200)
    const client = new ApiClient(world.app, { email: body.email, key: body.api_key })
    const { subscriptions } = (await client.get('/users/me/subscriptions')).body
    return subscriptions.map(({ name }: { name: string }) => name).sort()
  }
  const leave = (client: ApiClient, name: string) =>
    client.delete('/users/me/subscriptions', { subscriptions: [name] })
  const refusesAll = async (...tokens: string[]) => {
    for (const token of tokens) {
      const refusal = { status: 400, body: { msg: 'This invitation is no longer valid.' } }
      expect(await stranger().get(`/invites/accept/${token}`)).toMatchObject(refusal)
      expect(await accept(token)).toMatchObject(refusal)
    }
    const { members } = (await world.ada.get('/users')).body
    expect(members.map(({ email }: { email: string }) => email)).not.toContain(newEmail())
  }
  const stream = (name: string, people: string[], args: Arguments = {}) =>
    makeStream(world.ada, `${name} ${count}`, ['ada', ...people], args)

  it.each([
    ['a link', linked],
    ['a mail', mailed],
  ])('%s: private streams that the inviter has left are skipped, the others not', async (_kind, make) => {
    const me = `inviter${count}`
    const left = await stream('left', [me], { invite_only: true })
    const kept = await stream('kept', [me], { invite_only: true })
    const open = await stream('open', [me])
    const token = await make({ stream_ids: [left, kept, open] })
    for (const name of ['left', 'open']) await leave(inviter, `${name} ${count}`)
    expect(await streamsAfter(token)).toEqual([`kept ${count}`, `open ${count}`])
  })

  it('a stream that has become private: skipped unless the inviter is in it', async () => {
    const outside = await stream('outside', [])
    const inside = await stream('inside', [`inviter${count}`])
    const token = await linked({ stream_ids: [outside, inside] })
    for (const id of [outside, inside]) await world.ada.patch(`/streams/${id}`, { is_private: true })
    expect(await streamsAfter(token)).toEqual([`inside ${count}`])
  })

  it('the organization leaves subscribing others to administrators: no streams', async () => {
    const token = await linked({ stream_ids: [await stream('open', [])] })
    await changeRealmSettings(world, { invite_to_stream_policy: 'administrators' })
    try {
      expect(await streamsAfter(token)).toEqual([])
    } finally {
      await changeRealmSettings(world, { invite_to_stream_policy: 'members' })
    }
  })

  it('the organization leaves inviting to administrators: no longer valid', async () => {
    const tokens = [await linked(), await mailed()]
    await changeRealmSettings(world, { invite_by_admins_only: true })
    try {
      await refusesAll(...tokens)
    } finally {
      await changeRealmSettings(world, { invite_by_admins_only: false })
    }
  })

  it('the inviter is deactivated or becomes a guest: links and mails stop working', async () => {
    const tokens = [await linked(), await mailed()]
    await world.ada.patch(`/users/${inviterId}`, { role: 600 })
    await refusesAll(...tokens)
    await world.ada.patch(`/users/${inviterId}`, { role: 400 })
    await world.ada.delete(`/users/${inviterId}`)
    await refusesAll(...tokens)
  })

  it('the inviter is no administrator any more: no administrators, but still members', async () => {
    await world.ada.patch(`/users/${inviterId}`, { role: 200 })
    const [chief, member] = [await linked({ invite_as: 200 }), await linked()]
    await world.ada.patch(`/users/${inviterId}`, { role: 400 })
    await refusesAll(chief)
    expect((await accept(member)).status).toBe(200)
  })

  it('an invitation that no longer works is not mailed again, not even by an administrator', async () => {
    await mailed()
    const { invites } = (await inviter.get('/invites')).body
    await world.ada.delete(`/users/${inviterId}`)
    const before = (await readMails(world)).length
    const answer = await world.ada.post(`/invites/${invites[0].id}/resend`)
    expect(answer).toMatchObject({ status: 400, body: { msg: 'This invitation is no longer valid.' } })
    expect(await readMails(world)).toHaveLength(before)
  })
})
