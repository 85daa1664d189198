import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { github } from '../../../src/chat/bots/incoming-webhooks/github/translate-github.ts'
import { encode } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { watch } from '../../harness/watch-events.ts'
import { readFixtures } from '../../harness/webhook-fixtures.ts'
import { startWorld, type World } from '../../harness/world.ts'

describe.each(engines)('Options of incoming webhooks on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  const fixture = (name: string) => readFixtures(github).get(name)!
  const call = (
    query: Record<string, unknown>,
    { name = 'push', headers = fixture(name).headers ?? {}, body = fixture(name).body } = {},
  ) =>
    world.nobody.raw({
      method: 'POST',
      url: `/external/github?${encode({ api_key: world.hookBot.credentials!.key, stream: 'test', ...query })}`,
      payload: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    })
  const sent = async (query: Record<string, unknown>, what = {}) => {
    const ben = await watch(world.ben, ['message'])
    const { status, body } = await call(query, what)
    expect(body).toEqual({ result: 'success', msg: '' })
    expect(status).toBe(200)
    return (await ben.news()).length === 1
  }

  it.each([
    [{ branches: 'main' }, true],
    [{ branches: 'release/*, main' }, true],
    [{ branches: 'release/*' }, false],
    [{ only_events: ['push'] }, true],
    [{ only_events: ['pull_request', 'issues'] }, false],
    [{ exclude_events: ['pu*'] }, false],
    [{ exclude_events: ['pull_request'] }, true],
    [{ ignore_private_repositories: true }, true],
  ])('%j: a push to main makes a message: %s', async (query, through) => {
    expect(await sent(query)).toBe(through)
  })

  it('ignore_private_repositories | a private one makes no message', async () => {
    const body = fixture('push').body as { repository: object }
    const secret = { ...body, repository: { ...body.repository, private: true } }
    expect(await sent({ ignore_private_repositories: true }, { body: secret })).toBe(false)
    expect(await sent({}, { body: secret })).toBe(true)
  })

  it('exclude_events | by action', async () => {
    const exclude_events = ['pull_request.labeled']
    expect(await sent({ exclude_events }, { name: 'pull-request-labeled' })).toBe(false)
    expect(await sent({ exclude_events }, { name: 'pull-request-merged' })).toBe(true)
  })

  it.each([
    ['only_events', 'push', 'Argument "only_events" is not valid JSON.'],
    ['only_events', '{"a":1}', 'only_events is not a list'],
    ['exclude_events', '[7]', 'exclude_events[0] is not a string'],
    ['ignore_private_repositories', '"yes"', 'ignore_private_repositories is not a boolean'],
    ['channels_map_to_topics', '7', "Bad value for 'channels_map_to_topics': 7"],
  ])('%s=%s: 400 %s', async (name, value, msg) => {
    const ben = await watch(world.ben, ['message'])
    const { status, body } = await call({ [name]: value })
    expect(status).toBe(400)
    expect(body.msg).toBe(msg)
    expect(await ben.news()).toEqual([])
  })

  it('a mistyped option is named in the answer', async () => {
    const { body } = await call({ brnaches: 'main' })
    expect(body).toEqual({ result: 'success', msg: '', ignored_parameters_unsupported: ['brnaches'] })
  })

  it('the header of the event is missing: 400 MISSING_HTTP_EVENT_HEADER with header', async () => {
    const { status, body } = await call({}, { headers: {} })
    expect(status).toBe(400)
    expect(body).toEqual({
      result: 'error',
      msg: "Missing the HTTP event header 'X-GitHub-Event'",
      code: 'MISSING_HTTP_EVENT_HEADER',
      header: 'X-GitHub-Event',
    })
  })

  it('an unknown event: 400 UNEXPECTED_WEBHOOK_EVENT_TYPE', async () => {
    const ben = await watch(world.ben, ['message'])
    const { status, body } = await call({}, { headers: { 'X-GitHub-Event': 'sponsorship' } })
    expect(status).toBe(400)
    expect(body).toEqual({
      result: 'error',
      msg: "The 'sponsorship' event isn't currently supported by the GitHub webhook",
      code: 'UNEXPECTED_WEBHOOK_EVENT_TYPE',
      webhook_name: 'GitHub',
      event_type: 'sponsorship',
    })
    expect(await ben.news()).toEqual([])
  })

  it('a missing key: 400 with its whole path', async () => {
    const { repository: _repository, ...body } = fixture('push').body as Record<string, unknown>
    const answer = await call({}, { body })
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      result: 'error',
      msg: "Missing 'repository.name' in the payload",
      code: 'INVALID_PAYLOAD',
      var_name: 'repository.name',
    })
  })

  it('a key of the wrong kind: 400 with its whole path', async () => {
    const body = { ...(fixture('push').body as object), commits: [{ id: 7 }] }
    const answer = await call({}, { body })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({
      msg: "'commits[0].id' in the payload is not a string",
      code: 'INVALID_PAYLOAD',
      var_name: 'commits[0].id',
    })
  })
})
