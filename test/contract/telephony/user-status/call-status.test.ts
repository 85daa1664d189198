import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EmbeddedPbx } from '../../../../src/telephony/phones/pbx/embedded-pbx.ts'
import type { CallStatus } from '../../../../src/telephony/phones/pbx/pbx.ts'
import { engines } from '../../../harness/engines.ts'
import type { SocketClient } from '../../../harness/socket-client.ts'
import { type SocketWorld, startSocketWorld } from '../sockets/socket-world.ts'

const path = '/status/v2/current-user'

describe.each(engines)('the status of people who telephone on %s', (engine) => {
  let world: SocketWorld
  let ada: SocketClient
  beforeAll(async () => {
    world = await startSocketWorld(engine)
    ada = await world.asAda()
  })
  afterAll(() => world.stop())

  async function phone(number: number, callStatus: CallStatus) {
    const { body } = await world.ada.get('/instances')
    const domain = body.find((one: { uuid: string }) => one.uuid === world.acmePbx).internal_domain
    const before = ada.named('extension.subscriber.updated').length
    await (world.telephony.pbx as EmbeddedPbx).report({ domain, number }, { callStatus })
    const heard = await ada.untilHeard('extension.subscriber.updated', before + 1)
    expect(heard.at(-1)!.payload).toMatchObject({ number, call_status: callStatus })
  }
  const extension = async (number: number) =>
    (await world.ada.get(`/instances/${world.acmePbx}/bulks/extensions`, { search: String(number) })).body[0]
  const assign = async (number: number, user: object | null) =>
    world.ada.patch(`/instances/${world.acmePbx}/bulks/extensions/${(await extension(number))._id}`, { user })
  /** The events about Ben's status since the last time. */
  let told = 0
  async function changes(count: number) {
    await ada.untilHeard('user_status_updated', told + count)
    const news = ada.named('user_status_updated').slice(told)
    told += count
    return news.map(
      ({ payload }) => `${payload.user_email} ${payload.status.status} ${payload.status.action_type}`,
    )
  }

  it('extension.subscriber.updated: ringing is no call yet, in_call and on_hold are', async () => {
    await phone(1002, 'ringing')
    await phone(1002, 'in_call')
    await phone(1002, 'on_hold')
    await phone(1002, 'idle')
    expect(await changes(2)).toEqual([
      'ben@example.com on_a_call automatic',
      'ben@example.com available manual',
    ])
    // Each change is announced in the transaction of the event that caused it.
    const names = ada.events.map(({ name, payload }) => payload.call_status ?? name)
    expect(names).toEqual([
      'ringing',
      'in_call',
      'user_status_updated',
      'on_hold',
      'idle',
      'user_status_updated',
    ])
  })

  it('what the user chose is there again after the call', async () => {
    await world.ben.patch(path, { additional_status: { status: 'lunch' } })
    await phone(1002, 'in_call')
    expect((await world.ben.get(path)).body.additional_status).toEqual({
      status: 'on_a_call',
      action_type: 'automatic',
    })
    await phone(1002, 'idle')
    expect((await world.ben.get(path)).body.additional_status).toEqual({
      status: 'lunch',
      action_type: 'manual',
    })
    expect(await changes(3)).toEqual([
      'ben@example.com lunch manual',
      'ben@example.com on_a_call automatic',
      'ben@example.com lunch manual',
    ])
    await world.ben.patch(path, { additional_status: { action: 'unset' } })
    await changes(1)
  })

  it('a user with two phones is in a call until both are idle', async () => {
    await assign(1003, { id: world.demo.acme.ben.id })
    await phone(1002, 'in_call')
    await phone(1003, 'in_call')
    await phone(1002, 'idle')
    expect((await world.ben.get(path)).body.additional_status.status).toBe('on_a_call')
    await phone(1003, 'idle')
    expect((await world.ben.get(path)).body.additional_status.status).toBe('')
    await changes(2)
  })

  it('an extension that goes to somebody else in a call takes the call along', async () => {
    await phone(1003, 'in_call')
    await assign(1003, null)
    expect(await changes(2)).toEqual([
      'ben@example.com on_a_call automatic',
      'ben@example.com available manual',
    ])
    await assign(1003, { id: world.demo.acme.owner.id })
    expect(await changes(1)).toEqual(['ada@example.com on_a_call automatic'])
    await phone(1003, 'idle')
    expect(await changes(1)).toEqual(['ada@example.com available manual'])
  })
})
