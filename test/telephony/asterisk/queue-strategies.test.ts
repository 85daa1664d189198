import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { queueStrategies } from '../../../src/telephony/phones/call-routes/ring-strategies.ts'
import { type PhoneWorld, startPhoneWorld, type WorldPhone } from '../../harness/asterisk/phone-world.ts'
import { missingPrograms } from '../../harness/sip/missing-programs.ts'
import { waitUntil } from '../../harness/sip/wait-until.ts'

const missing = missingPrograms('asterisk', 'baresip')
const members = [1003, 1002, 1004]

/** Each strategy of the API, with a caller and three agents, all of them phones. Agents are named by their numbers. */
describe.skipIf(missing)(`the strategies of a queue${missing}`, () => {
  let phones: PhoneWorld
  let ada: WorldPhone
  let agents: WorldPhone[]
  let queue: string
  beforeAll(async () => {
    phones = await startPhoneWorld()
    const { world } = phones
    const settings = { number: 6401, name: 'Support', members: members.map(String), ring_time: 120 }
    const made = await world.ada.post(`/instances/${world.acmePbx}/queues`, settings)
    expect(made.status).toBe(201)
    queue = `/instances/${world.acmePbx}/queues/${made.body.id}`
    ada = await phones.startPhone(1001)
    agents = await Promise.all(members.map((number) => phones.startPhone(number)))
    for (const number of members) {
      expect((await world.ada.put(`${queue}/agents/${number}`, { signed_in: true })).status).toBe(200)
    }
  })
  afterAll(() => phones?.stop())

  const tried: string[] = []
  async function use(strategy: string): Promise<void> {
    expect((await phones.world.ada.patch(queue, { strategy })).body).toMatchObject({ strategy })
    tried.push(strategy)
  }
  const phoneOf = (number: number) => agents[members.indexOf(number)]!

  /** Ada calls the queue. Returns the agents who ring, once they are as many, or after one has refused the call. */
  async function callQueue(ringing = 1, refusing?: number): Promise<number[]> {
    const before = agents.map(({ callers }) => callers.length)
    const rung = () => members.filter((_, index) => agents[index]!.callers.length > before[index]!)
    ada.events.length = 0
    ada.call(6401)
    if (refusing !== undefined) {
      await waitUntil(`${refusing} rings`, () => rung().includes(refusing))
      phoneOf(refusing).command('hangup')
    }
    const others = () => rung().filter((number) => number !== refusing)
    await waitUntil('the agents ring', () => others().length >= ringing)
    return others()
  }

  const board = async () => (await phones.world.ada.get(`${queue}/board`)).body
  const answered = async () => (await phones.world.ada.get(`${queue}/statistics`)).body.total.answered
  let calls = 0

  /** The agent takes the call, which ends a minute before the next one. */
  async function take(number: number): Promise<void> {
    phoneOf(number).command('accept')
    await waitUntil(`Ada hears ${number}`, () => ada.hears() === number)
    calls += 1
    await expect.poll(answered).toBe(calls)
    ada.command('hangup')
    const states = async () => (await board()).agents.map(({ state }: { state: string }) => state)
    await expect.poll(states).toEqual(['available', 'available', 'available'])
    phones.world.clock.advance(60)
  }

  it('in_order: the first member, however often, and the next one if the first refuses', async () => {
    await use('in_order')
    for (const _ of [1, 2]) {
      expect(await callQueue()).toEqual([1003])
      await take(1003)
    }
    expect(await callQueue(1, 1003)).toEqual([1002])
    await take(1002)
  })

  it('fewest_calls: the one who has had the fewest today, and among equals the first member', async () => {
    await use('fewest_calls')
    // So far 1003 has had two, 1002 one, and 1004 none.
    for (const number of [1004, 1002, 1004, 1003]) {
      expect(await callQueue()).toEqual([number])
      await take(number)
    }
  })

  it('longest_idle: the one whose last call ended first', async () => {
    await use('longest_idle')
    for (const number of [1002, 1004, 1003, 1002]) {
      expect(await callQueue()).toEqual([number])
      await take(number)
    }
    // A day later all have been idle for as long.
    phones.world.clock.advance(86_400)
    expect(await callQueue()).toEqual([1003])
    await take(1003)
  })

  it('round_robin: the one whose phone rang first of all, answered or not', async () => {
    await use('round_robin')
    expect(await callQueue(1, 1004)).toEqual([1002])
    await take(1002)
    for (const number of [1003, 1004, 1002]) {
      expect(await callQueue()).toEqual([number])
      await take(number)
    }
  })

  it('ringall: everybody who is free, until one of them answers', async () => {
    await use('ringall')
    expect(await callQueue(3)).toEqual(members)
    await take(1004)
    await phones.inHistory(
      '1001 -> 6401: answered, 1003 answered_elsewhere, 1002 answered_elsewhere, 1004 answered',
    )
  })

  it('are all of those above', () => expect(tried.sort()).toEqual([...queueStrategies].sort()))
})
