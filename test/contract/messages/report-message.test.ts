import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Arguments } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { expectRefusal, sendToStream } from './message-requests.ts'
import { whoHeard, witness } from './witnesses.ts'

interface Heard {
  message: { content: string; display_recipient: { id: number }[] }
  flags: string[]
}

const success = { result: 'success', msg: '' }

describe.each(engines)('POST /messages/:message_id/report on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  const raw = { apply_markdown: false }
  const report = (id: number, args: Arguments = {}, client = world.ben) =>
    client.post(`/messages/${id}/report`, { report_type: 'spam', ...args })
  const reported = (id: number, args: Arguments, client = world.ben) =>
    witness(world, async () => expect((await report(id, args, client)).body).toEqual(success), raw)

  it('goes to the administrators, with the words of both, and mentions nobody', async () => {
    const id = await sendToStream(world.ada, 'test', 'offers', 'Buy! @**all** ```quote\nx\n```')
    const heard = await reported(id, { report_type: 'other', description: 'Not nice.\n```' })
    expect(whoHeard(heard)).toEqual(['ada'])
    const { message, flags } = heard.ada[0] as unknown as Heard
    expect(flags).not.toContain('mentioned')
    expect(flags).not.toContain('wildcard_mentioned')
    expect(message).toMatchObject({ type: 'private', sender_full_name: 'Notification Bot' })
    expect(message.content).toMatch(
      /^@_\*\*Ben Okri\|\d+\*\* reported \[a message\]\(http.*\/near\/\d+\) by @_\*\*Ada .*\|\d+\*\* as something else\./,
    )
    expect(message.content).toContain('Not nice.')
    expect(message.content).toContain('Buy!')
  })

  it('to all administrators in one conversation, without bots and former ones', async () => {
    const { cleo, gus, ada } = world.demo.people
    const { hookBot } = world.demo.bots
    for (const { id } of [cleo, hookBot])
      expect((await world.ada.patch(`/users/${id}`, { role: 200 })).body).toEqual(success)
    const args = { type: 'private', to: 'ben@example.com', content: 'secret insult' }
    const { id } = (await world.gus.post('/messages', args)).body
    const heard = await reported(id, { report_type: 'harassment' })
    expect(whoHeard(heard)).toEqual(['ada', 'cleo'])
    const { message } = heard.cleo[0] as unknown as Heard
    expect(message.content).toContain('of a private conversation')
    expect(message.content).toContain('secret insult')
    const people = message.display_recipient.map((person) => person.id)
    expect(people).toEqual(expect.arrayContaining([ada.id, cleo.id]))
    expect(people).not.toContain(gus.id)
    expect(people).not.toContain(hookBot.id)
    await world.ada.patch(`/users/${cleo.id}`, { role: 400 })
    expect(whoHeard(await reported(id, {}))).toEqual(['ada'])
  })

  it('moderation_request_channel_id | goes to that stream instead, until it is archived', async () => {
    const { body } = await world.ada.post('/channels/create', {
      name: 'moderators',
      subscribers: [],
      invite_only: true,
    })
    expectRefusal(
      await world.ada.patch('/realm', { moderation_request_channel_id: 4321 }),
      'Invalid stream id',
    )
    await world.ada.patch('/realm', { moderation_request_channel_id: body.id })
    const id = await sendToStream(world.ben, 'test', 'offers', 'More')
    const heard = await reported(id, { report_type: 'norms' })
    expect(whoHeard(heard)).toEqual(['ada'])
    expect(heard.ada).toMatchObject([
      { message: { type: 'stream', display_recipient: 'moderators', subject: 'reported messages' } },
    ])
    await world.ada.delete(`/streams/${body.id}`)
    expect((await reported(id, {})).ada).toMatchObject([{ message: { type: 'private' } }])
    const { body: initial } = await world.ada.post('/register', { event_types: ['realm'] })
    expect(initial.realm_moderation_request_channel_id).toBe(-1)
  })

  it('only what the reporter can read, with a known reason, by people', async () => {
    const id = await sendToStream(world.ada, 'leadership', 'plans', 'hidden')
    expectRefusal(await report(id), 'Invalid message(s)')
    expectRefusal(await report(id, {}, world.gus), 'Invalid message(s)')
    const own = await sendToStream(world.ben, 'test', 'x')
    expectRefusal(await report(own, { report_type: 'other' }), 'An explanation is required.')
    expect((await report(own, { report_type: 'boredom' })).body).toMatchObject({ var_name: 'report_type' })
    expectRefusal(
      await report(own, { description: 'x'.repeat(1001) }),
      'description is too long (limit: 1000 characters)',
    )
    expectRefusal(await report(own, {}, world.echoBot), 'This endpoint does not accept bot requests.')
  })

  it('stays within the length of a message', async () => {
    const id = await sendToStream(world.ben, 'test', 'x', 'é'.repeat(5000))
    const { ada } = await reported(id, { description: '🦀'.repeat(1000) })
    expect(Buffer.byteLength((ada[0] as unknown as Heard).message.content)).toBeLessThanOrEqual(10_000)
  })

  it('a user can report 10 messages in a minute', async () => {
    const id = await sendToStream(world.ada, 'general', 'x')
    for (let count = 0; count < 10; count += 1) expect((await report(id, {}, world.cleo)).status).toBe(200)
    expect((await report(id, {}, world.cleo)).status).toBe(429)
  })
})
