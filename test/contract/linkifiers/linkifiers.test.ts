import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { foundOrganization, type Organization } from '../../harness/found-organization.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'

describe.each(engines)('Linkifiers on %s', (engine) => {
  let world: World
  let other: Organization
  beforeAll(async () => {
    world = await startWorld(engine)
    other = await foundOrganization(world, 'rafts.example.com')
  })
  afterAll(() => world.stop())

  const list = async (client = world.ada) => (await client.get('/realm/linkifiers')).body.linkifiers
  const add = async (pattern: string, url: string) =>
    (await world.ada.post('/realm/filters', { pattern, url_template: url })).body.id as number
  const clear = async () => {
    for (const { id } of await list()) await world.ada.delete(`/realm/filters/${id}`)
  }
  const refused = async (args: object, msg: string | RegExp) => {
    const before = await list()
    const watching = await watch(world.ada, ['realm_linkifiers', 'realm_filters'])
    const answer = await world.ada.post('/realm/filters', { ...args })
    expect(answer).toMatchObject({ status: 400, body: { result: 'error', code: 'BAD_REQUEST' } })
    expect(answer.body.msg).toMatch(msg)
    expect(await list()).toEqual(before)
    expect(await watching.news()).toEqual([])
  }

  it('add with url_template: both lists have it, in both spellings', async () => {
    await clear()
    const made = await world.ada.post('/realm/filters', {
      pattern: '#(?P<id>[0-9]+)',
      url_template: 'https://tracker.example.org/100%25/{id}',
    })
    expect(made).toMatchObject({ status: 200, body: { result: 'success', msg: '', id: expect.any(Number) } })
    const { id } = made.body
    expect(await list(world.gus)).toEqual([
      { id, pattern: '#(?P<id>[0-9]+)', url_template: 'https://tracker.example.org/100%25/{id}' },
    ])
    expect((await world.echoBot.get('/realm/filters')).body.filters).toEqual([
      ['#(?P<id>[0-9]+)', 'https://tracker.example.org/100%%25/%(id)s', id],
    ])
  })

  it('add with url_format_string, as older clients do', async () => {
    await clear()
    const made = await world.ada.post('/realm/filters', {
      pattern: '(?P<org>[a-z]+)/(?P<id>[0-9]+)',
      url_format_string: 'https://example.org/%%20/%(org)s?n=%(id)s',
    })
    expect(await list()).toEqual([
      {
        id: made.body.id,
        pattern: '(?P<org>[a-z]+)/(?P<id>[0-9]+)',
        url_template: 'https://example.org/%20/{org}?n={id}',
      },
    ])
  })

  it('messages and topics get links, by either syntax of groups', async () => {
    await clear()
    await add('#(?P<id>[0-9]+)', 'https://tracker.example.org/{id}')
    await add('(?<key>[A-Z]{2,5}-[0-9]+)', 'https://jira.example.org/{key}')
    const watching = await watch(world.ben, ['message', 'update_message'], { apply_markdown: true })
    const { body } = await world.ada.post('/messages', {
      type: 'stream',
      to: 'test',
      topic: '#7 and AB-1',
      content: 'see #123 and AB-12, not a#1',
    })
    const [event] = await watching.news()
    expect(event.message.content).toBe(
      '<p>see <a href="https://tracker.example.org/123">#123</a> and <a href="https://jira.example.org/AB-12">AB-12</a>, not a#1</p>',
    )
    expect(event.message.subject_links).toEqual([
      'https://tracker.example.org/7',
      'https://jira.example.org/AB-1',
    ])
    await world.ada.patch(`/messages/${body.id}`, { topic: '#8', propagate_mode: 'change_all' })
    expect(await watching.news()).toMatchObject([{ subject_links: ['https://tracker.example.org/8'] }])
  })

  it('topics of messages that are already known follow a change of the linkifiers', async () => {
    await clear()
    await world.ada.post('/messages', { type: 'stream', to: 'test', topic: 'T9', content: 'x' })
    const links = async () => {
      const { body } = await world.ada.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 })
      return body.messages.at(-1).subject_links
    }
    expect(await links()).toEqual([])
    const id = await add('T(?P<n>[0-9]+)', 'https://a.example.org/{n}')
    expect(await links()).toEqual(['https://a.example.org/9'])
    await world.ada.patch(`/realm/filters/${id}`, {
      pattern: 'T(?P<n>[0-9]+)',
      url_template: 'https://b.example.org/{n}',
    })
    expect(await links()).toEqual(['https://b.example.org/9'])
    await world.ada.delete(`/realm/filters/${id}`)
    expect(await links()).toEqual([])
  })

  it.each([
    ['(', 'https://a.org/', /^Bad regular expression: /],
    ['(?=x)(?P<id>y)', 'https://a.org/{id}', /^Bad regular expression: /],
    ['(?P<id>a)\\1', 'https://a.org/{id}', /^Bad regular expression: /],
    [
      '(?P<id>(.{100}){9}(.{100}){9})',
      'https://a.org/{id}',
      /^Bad regular expression: the pattern is too complex$/,
    ],
    [' ', 'https://a.org/', /^Bad regular expression: the pattern is empty$/],
    ['(?P<id>a)', 'nonsense', /^Invalid URL template\.$/],
    ['(?P<id>a)', 'javascript:alert({id})', /^Invalid URL template\.$/],
    ['(?P<id>a)', 'https://{id}/', /^Invalid URL template\.$/],
    ['(?P<id>a)', 'https://a.org{id}', /^Invalid URL template\.$/],
    ['(?P<id>a)', 'https://a.org/{id', /^Invalid URL template\.$/],
    [
      '(?P<id>a)(?P<x>b)',
      'https://a.org/{id}',
      /^Group 'x' in linkifier pattern is not present in URL template\.$/,
    ],
    [
      '(?P<id>a)',
      'https://a.org/{id}{x}',
      /^Group 'x' in URL template is not present in linkifier pattern\.$/,
    ],
    ['a'.repeat(501), 'https://a.org/', /^pattern is too long \(limit: 500 characters\)$/],
    [
      '(?P<id>a)',
      `https://a.org/{id}${'a'.repeat(1000)}`,
      /^url_template is too long \(limit: 1000 characters\)$/,
    ],
  ])('refused: %s to %s', async (pattern, url_template, msg) => {
    await refused({ pattern, url_template }, msg)
  })

  it('the same pattern twice: Linkifier already exists.', async () => {
    await clear()
    await add('(?P<id>twice)', 'https://a.org/{id}')
    await refused(
      { pattern: '(?P<id>twice)', url_template: 'https://b.org/{id}' },
      /^Linkifier already exists\.$/,
    )
    const second = await add('(?P<id>thrice)', 'https://a.org/{id}')
    const answer = await world.ada.patch(`/realm/filters/${second}`, {
      pattern: '(?P<id>twice)',
      url_template: 'https://a.org/{id}',
    })
    expect(answer).toMatchObject({ status: 400, body: { msg: 'Linkifier already exists.' } })
  })

  it('an organization has at most 50', async () => {
    await clear()
    for (let index = 0; index < 50; index += 1) await add(`x${index}-(?P<id>a)`, 'https://a.org/{id}')
    await refused(
      { pattern: '(?P<id>more)', url_template: 'https://a.org/{id}' },
      /^Too many linkifiers \(limit: 50\)$/,
    )
    await clear()
  })

  it('not too complex together, whether added or changed', async () => {
    await clear()
    const url_template = 'https://a.org/{id}'
    for (const letter of 'ab') await add(`(?P<id>${letter}{1,480}c)`, url_template)
    const complex = { pattern: '(?P<id>d{1,480}c)', url_template }
    await refused(complex, /^The linkifiers are too complex together\.$/)
    const simple = await add('(?P<id>simple)', url_template)
    const answer = await world.ada.patch(`/realm/filters/${simple}`, complex)
    expect(answer).toMatchObject({ status: 400, body: { msg: 'The linkifiers are too complex together.' } })
    await clear()
  })

  it('missing arguments are named', async () => {
    const answer = await world.ada.post('/realm/filters', { pattern: 'x' })
    expect(answer.body).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING', var_name: 'url_template' })
    expect((await world.ada.post('/realm/filters', { url_template: 'x' })).body.var_name).toBe('pattern')
    expect((await world.ada.patch('/realm/linkifiers')).body.var_name).toBe('ordered_linkifier_ids')
  })

  it('a linkifier of no or of another organization: Linkifier not found.', async () => {
    await clear()
    const id = await add('(?P<id>own)', 'https://a.org/{id}')
    const args = { pattern: '(?P<id>theirs)', url_template: 'https://a.org/{id}' }
    for (const answer of [
      await world.ada.patch('/realm/filters/4321', args),
      await world.ada.delete('/realm/filters/4321'),
      await other.chief.patch(`/realm/filters/${id}`, args),
      await other.chief.delete(`/realm/filters/${id}`),
    ]) {
      expect(answer).toMatchObject({
        status: 400,
        body: { msg: 'Linkifier not found.', code: 'BAD_REQUEST' },
      })
    }
    expect(await list(other.member)).toEqual([])
    expect(await list()).toMatchObject([{ id, pattern: '(?P<id>own)' }])
  })

  it.each(['ben', 'gus', 'echoBot'] as const)('%s may look, but not change', async (name) => {
    await clear()
    const id = await add('(?P<id>own)', 'https://a.org/{id}')
    const client = world[name]
    const args = { pattern: '(?P<id>theirs)', url_template: 'https://a.org/{id}' }
    for (const answer of [
      await client.post('/realm/filters', args),
      await client.patch(`/realm/filters/${id}`, args),
      await client.delete(`/realm/filters/${id}`),
      await client.patch('/realm/linkifiers', { ordered_linkifier_ids: [id] }),
    ]) {
      expect(answer).toMatchObject({ status: 400, body: { msg: 'Must be an organization administrator' } })
    }
    expect(await list(client)).toHaveLength(1)
  })

  it('an incoming webhook bot and nobody may not even look', async () => {
    expect((await world.hookBot.get('/realm/linkifiers')).status).toBe(401)
    expect((await world.nobody.get('/realm/filters')).status).toBe(401)
  })

  it('reorder: the earlier one wins', async () => {
    await clear()
    const short = await add('(?P<id>ab)', 'https://short.example.org/{id}')
    const long = await add('(?P<id>ab cd)', 'https://long.example.org/{id}')
    const render = async () => {
      const watching = await watch(world.ada, ['message'], { apply_markdown: true })
      await world.ada.post('/messages', { type: 'stream', to: 'test', topic: 'order', content: 'ab cd' })
      return (await watching.news())[0].message.content
    }
    expect(await render()).toContain('short.example.org')
    const answer = await world.ada.patch('/realm/linkifiers', { ordered_linkifier_ids: [long, short] })
    expect(answer).toMatchObject({ status: 200, body: { result: 'success', msg: '' } })
    expect((await list()).map((one: { id: number }) => one.id)).toEqual([long, short])
    expect(await render()).toContain('long.example.org')
    const refusedOrder = (ids: number[]) =>
      world.ada.patch('/realm/linkifiers', { ordered_linkifier_ids: ids })
    expect((await refusedOrder([long, long])).body.msg).toBe(
      'The ordered list must not contain duplicated linkifiers',
    )
    for (const ids of [[long], [long, short, 4321], [long, 4321]]) {
      expect((await refusedOrder(ids)).body.msg).toBe(
        'The ordered list must enumerate all existing linkifiers exactly once',
      )
    }
    expect((await list()).map((one: { id: number }) => one.id)).toEqual([long, short])
  })

  it('events realm_linkifiers and realm_filters: the whole list, to everyone of the organization, as register has it', async () => {
    await clear()
    const types = ['realm_linkifiers', 'realm_filters']
    const watching = await Promise.all(
      [world.ada, world.gus, world.echoBot].map((client) => watch(client, types)),
    )
    const elsewhere = await watch(other.chief, types)
    const id = await add('(?P<id>news)', 'https://a.org/{id}')
    const linkifiers = [{ id, pattern: '(?P<id>news)', url_template: 'https://a.org/{id}' }]
    const filters = [['(?P<id>news)', 'https://a.org/%(id)s', id]]
    for (const { news } of watching) {
      expect(await news()).toEqual([
        { id: expect.any(Number), type: 'realm_linkifiers', realm_linkifiers: linkifiers },
        { id: expect.any(Number), type: 'realm_filters', realm_filters: filters },
      ])
    }
    const { body } = await world.gus.post('/register', { fetch_event_types: types })
    expect(body).toMatchObject({ realm_linkifiers: linkifiers, realm_filters: filters })
    await world.ada.delete(`/realm/filters/${id}`)
    expect(await watching[1]!.news()).toMatchObject([{ realm_linkifiers: [] }, { realm_filters: [] }])
    expect(await elsewhere.news()).toEqual([])
  })
})
