import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines, makePlace, type Place } from '../harness/engines.ts'
import { basic, findCast } from '../harness/faults/chat-cast.ts'
import { many } from '../harness/faults/fault-plan.ts'
import { type Fleet, startFleet } from '../harness/faults/fleet.ts'
import { watchMemory } from '../harness/faults/resident-memory.ts'
import { newTally, Roamer } from '../harness/faults/roamer.ts'

const USERS = 50
const CLIENTS = many(1000)
const STREAM = 'crowd'
const MAX_MEGABYTES = 800

describe.each(engines)('a thousand clients come back at once after a restart, on %s', (engine) => {
  let place: Place
  let fleet: Fleet
  beforeAll(async () => {
    place = await makePlace(engine)
    fleet = await startFleet(place, { environment: { HEARTBEAT_SECONDS: '60' } })
  }, 180_000)
  afterAll(async () => {
    await fleet?.stop()
    await place.remove()
  })

  it('each gets a queue with its initial data, and then each event once', async () => {
    const tally = newTally()
    const ada = (await findCast(fleet.addresses, tally)).get('ada')!.client
    const users: Roamer[] = []
    const emails: string[] = []
    for (let number = 1; number <= USERS; number += 1) {
      const form = { full_name: `Client ${number}`, short_name: `client${number}` }
      const { body: bot } = await ada.insist('POST', '/api/v1/bots', { form })
      const email = `client${number}-bot@`
      const { body } = await ada.insist('GET', `/api/v1/users/${bot.user_id}`)
      expect(body.user.email).toContain(email)
      emails.push(body.user.email)
      users.push(new Roamer(fleet.addresses, basic(body.user.email, bot.api_key), tally))
    }
    const subscriptions = [{ name: STREAM }]
    await ada.insist('POST', '/api/v1/users/me/subscriptions', {
      form: { subscriptions, principals: emails },
    })
    await fleet.kill(0)
    const memory = watchMemory(() => fleet.pids)
    // All clients start before the server: a refused one tries again.
    const begin = Date.now()
    const registering = Promise.all(
      Array.from({ length: CLIENTS }, (_, index) => {
        const form = { event_types: ['message'], apply_markdown: false }
        return users[index % USERS]!.insist('POST', '/api/v1/register', { form })
      }),
    )
    await fleet.start(0)
    const registered = await registering
    const seconds = (Date.now() - begin) / 1000
    for (const { status, body } of registered)
      expect({ status, result: body.result }).toEqual({ status: 200, result: 'success' })
    expect(new Set(registered.map(({ body }) => body.queue_id)).size).toBe(CLIENTS)

    const polls = registered.map(({ body }, index) =>
      users[index % USERS]!.insist('GET', '/api/v1/events', {
        form: { queue_id: body.queue_id, last_event_id: body.last_event_id },
      }),
    )
    const form = { type: 'stream', to: STREAM, topic: 'all', content: 'Welcome back' }
    await ada.insist('POST', '/api/v1/messages', { form, headers: { 'idempotency-key': 'welcome' } })
    const heard = (await Promise.all(polls)).map(({ body }) =>
      body.events.map((event: { message: { content: string } }) => event.message.content),
    )
    const megabytes = memory.stop()
    console.log(
      `1,000 clients come back, ${engine}: ${CLIENTS} registered in ${seconds.toFixed(1)} s with the start of the ` +
        `server, ${heard.length} heard; at most ${megabytes} MB; lost = 0, doubled = 0`,
    )
    for (const contents of heard) expect(contents).toEqual(['Welcome back'])
    expect([...tally.troubles]).toEqual([])
    expect(megabytes).toBeLessThan(MAX_MEGABYTES)
  }, 180_000)
})
