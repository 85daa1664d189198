import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endMaintenance } from '../../src/chat/events/event-queues/change-maintenance.ts'
import { collectDeadQueues } from '../../src/chat/events/event-queues/collect-dead-queues.ts'
import { engines } from '../harness/engines.ts'
import { runInProcess } from '../harness/run-in-process.ts'
import { startWorkspaceWorld, type WorkspaceWorld } from '../harness/workspace-world.ts'

const MESSAGE = 'We move to a new machine until 18:00.'

describe.each(engines)('switchboard maintenance on %s', (engine) => {
  let world: WorkspaceWorld
  beforeAll(async () => {
    world = await startWorkspaceWorld(engine)
  })
  afterAll(() => world.stop())

  /** Beside the running server, on its data. */
  const run = (...args: string[]) => {
    const { dataDir, databaseUrl } = world.workspace.config
    const place = { dataDir, databaseUrl, remove: async () => {} }
    return runInProcess(['maintenance', ...args], { place, environment: { LOG_LEVEL: 'error' } })
  }
  const ask = (url: string, headers: Record<string, string> = {}) =>
    world.app.inject({ url, headers: { host: 'chat.example.com', ...headers } })
  const statusOf = async () => (await ask('/api/v1/server_settings')).statusCode
  /** The running server notices the writes of a command within about a second. */
  const becomes = (status: number) => expect.poll(statusOf, { timeout: 20_000 }).toBe(status)
  const turnOn = async (...args: string[]) => {
    expect((await run('on', ...args)).code).toBe(0)
    await becomes(503)
  }
  const turnOff = async () => {
    expect((await run('off')).code).toBe(0)
    await becomes(200)
  }

  it('every request gets 503 with the message, in the form of the product', async () => {
    const ben = world.chatAs(world.people.ben)
    await turnOn('--message', MESSAGE)
    const chat = await ask('/api/v1/users/me')
    expect([chat.statusCode, chat.headers['retry-after']]).toEqual([503, '20'])
    expect(chat.json()).toEqual({ result: 'error', msg: MESSAGE, code: 'MAINTENANCE', 'retry-after': 20 })
    const sent = await ben.post('/messages', {
      type: 'stream',
      to: 'general',
      topic: 'x',
      content: 'never sent',
    })
    expect(sent.status).toBe(503)
    const telephony = await ask('/system/company', world.owner.headers)
    expect([telephony.statusCode, telephony.headers['retry-after']]).toEqual([503, '20'])
    expect(telephony.json()).toMatchObject({ status: 503, title: 'Service Unavailable', detail: MESSAGE })
    const scim = await ask('/scim/v2/Users')
    expect([scim.statusCode, scim.headers['retry-after']]).toEqual([503, '20'])
    expect(scim.json()).toMatchObject({ status: '503', detail: MESSAGE })
    for (const path of ['/user_uploads/1/aa/file', '/avatar/ada@example.com', '/api/v1/nowhere']) {
      expect((await ask(path)).statusCode, path).toBe(503)
    }
    expect((await ask('/api/v1/users/me')).headers['x-request-id']).toBeTypeOf('string')
    await turnOff()
    // What was refused was not done.
    const { body } = await ben.get('/messages', { anchor: 'newest', num_before: 5, num_after: 0 })
    expect(body.messages.map(({ content }: { content: string }) => content)).not.toContain(
      '<p>never sent</p>',
    )
  })

  it('probes, metrics, pages and what phones load stay up', async () => {
    await turnOn()
    const health = await ask('/health')
    expect([health.statusCode, health.json().status]).toEqual([200, 'maintenance'])
    expect((await ask('/health/live')).statusCode).toBe(200)
    expect((await ask('/metrics', { host: 'localhost' })).body).toMatch(/^switchboard_maintenance 1$/m)
    expect((await ask('/', { accept: 'text/html' })).statusCode).toBe(200)
    // There is none with this token: the route has answered.
    for (const path of ['/prompts/none', '/fax/pages/none', '/provisioning/none/file.cfg']) {
      expect((await ask(path)).statusCode, path).toBe(404)
    }
    await turnOff()
    expect((await ask('/health')).json().status).toBe('ok')
    expect((await ask('/metrics', { host: 'localhost' })).body).toMatch(/^switchboard_maintenance 0$/m)
  })

  it('a waiting poll ends, and its queue survives, however long it takes', async () => {
    const { workspace, clock } = world
    const [ada, ben] = [world.chatAs(world.people.ada), world.chatAs(world.people.ben)]
    const { body: registered } = await ben.post('/register', { event_types: ['message'] })
    const wanted = { queue_id: registered.queue_id, last_event_id: -1 }
    const waiting = ben.get('/events', wanted)
    await expect.poll(() => [...workspace.queues.receivers('poll')].length, { timeout: 20_000 }).toBe(1)
    await turnOn('--message', MESSAGE)
    expect((await waiting).body.events).toEqual([])
    clock.advance(3 * 3600)
    await collectDeadQueues(workspace)
    // By the clock of the server, which the command does not have here.
    expect(await endMaintenance(workspace)).toBe(true)
    await becomes(200)
    await collectDeadQueues(workspace)
    await ada.post('/messages', { type: 'stream', to: 'general', topic: 'back', content: 'we are back' })
    const { status, body } = await ben.get('/events', wanted)
    expect(status).toBe(200)
    const contents = body.events.map((event: { message?: { content: string } }) => event.message?.content)
    expect(contents).toContain('we are back')
    // Afterwards they end as ever.
    clock.advance(3600)
    await collectDeadQueues(workspace)
    expect((await ben.get('/events', wanted)).body.code).toBe('BAD_EVENT_QUEUE_ID')
  })

  it('without arguments it says how it is; another message replaces the first', async () => {
    expect((await run()).stdout).toBe('Maintenance is off.\n')
    expect((await run('off')).stdout).toBe('Maintenance was not on.\n')
    await turnOn()
    expect((await run()).stdout).toContain('This server is being maintained.')
    expect((await run('on', '--message', MESSAGE)).stdout).toContain(MESSAGE)
    await expect
      .poll(async () => (await ask('/api/v1/users/me')).json().msg, { timeout: 20_000 })
      .toBe(MESSAGE)
    expect((await run()).stdout).toBe(`Maintenance is on: ${MESSAGE}\n`)
    await turnOff()
  })

  it.each([
    [['perhaps'], "'on' or 'off'"],
    [['off', '--message', 'x'], '--message is for'],
    [['on', '--message', 'x'.repeat(501)], 'too long'],
    [['on', '--message', 'two\nlines'], 'one line'],
  ])('%j: a mistake, and nothing changes', async (args, complaint) => {
    const { code, stderr } = await run(...args)
    expect(code).not.toBe(0)
    expect(stderr).toContain(complaint)
    expect((await run()).stdout).toBe('Maintenance is off.\n')
  })
})
