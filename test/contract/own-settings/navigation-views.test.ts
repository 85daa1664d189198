import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient, Arguments } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { expectRefusal } from '../messages/message-requests.ts'

const success = { result: 'success', msg: '' }

describe.each(engines)('Navigation views on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  const path = (fragment: string) => `/navigation_views/${encodeURIComponent(fragment)}`
  const add = (args: Arguments, client = world.ben) =>
    client.post('/navigation_views', { is_pinned: true, ...args })
  const list = async (client: ApiClient) => (await client.get('/navigation_views')).body.navigation_views

  it('POST, PATCH, DELETE /navigation_views/:fragment | own ones, in register and by events to the owner', async () => {
    const ben = await watch(world.ben, ['navigation_view'])
    const ada = await watch(world.ada, ['navigation_view'])
    const fragment = 'narrow/is/alerted'
    const view = { fragment, is_pinned: true, name: 'Alerts' }
    expect((await add(view)).body).toEqual(success)
    expect((await add({ fragment: 'inbox', is_pinned: false })).body).toEqual(success)
    const inbox = { fragment: 'inbox', is_pinned: false, name: null }
    expect(await list(world.ben)).toEqual([inbox, view])
    expect(await list(world.ada)).toEqual([])
    const { body } = await world.ben.post('/register', { event_types: ['navigation_views'] })
    expect(body.navigation_views).toEqual([inbox, view])
    expect((await world.ben.patch(path(fragment), { name: 'Alarm', is_pinned: false })).body).toEqual(success)
    expect((await world.ben.patch(path(fragment), { name: 'Alarm' })).body).toEqual(success)
    expect((await world.ben.delete(path('inbox'))).body).toEqual(success)
    expect(await list(world.ben)).toEqual([{ fragment, is_pinned: false, name: 'Alarm' }])
    const event = { type: 'navigation_view', id: expect.any(Number) }
    expect(await ben.news()).toEqual([
      { ...event, op: 'add', navigation_view: view },
      { ...event, op: 'add', navigation_view: inbox },
      { ...event, op: 'update', fragment, data: { is_pinned: false, name: 'Alarm' } },
      { ...event, op: 'remove', fragment: 'inbox' },
    ])
    expect(await ada.news()).toEqual([])
  })

  it('the fragment may contain slashes, encoded or not', async () => {
    const fragment = 'narrow/stream/2-test/topic/a%20b'
    await add({ fragment, name: 'Slashes' }, world.ada)
    const bare = `/navigation_views/${fragment.replaceAll('%', '%25')}`
    expect((await world.ada.patch(bare, { is_pinned: false })).body).toEqual(success)
    expect(await list(world.ada)).toEqual([{ fragment, is_pinned: false, name: 'Slashes' }])
    expect((await world.ada.delete(path(fragment))).body).toEqual(success)
    expect(await list(world.ada)).toEqual([])
  })

  it('errors | names, duplicates, and views of others', async () => {
    await add({ fragment: 'narrow/x', name: 'Mine' }, world.cleo)
    const taken = 'Navigation view with this name already exists.'
    expectRefusal(await add({ fragment: 'narrow/y', name: 'Mine' }, world.cleo), taken)
    expectRefusal(
      await add({ fragment: 'narrow/x', name: 'Other' }, world.cleo),
      'Navigation view already exists.',
    )
    expectRefusal(await add({ fragment: 'narrow/z' }), 'Custom views must have a valid name.')
    expectRefusal(await add({ fragment: ' ', name: 'x' }), "fragment can't be empty.")
    expectRefusal(await add({ fragment: 'drafts', name: 'x' }), 'Built-in views cannot have a custom name.')
    const missing = await world.ben.delete(path('narrow/x'))
    expect(missing.status).toBe(404)
    expect(missing.body.msg).toBe('Navigation view does not exist.')
    expect((await world.ben.patch(path('narrow/x'), { is_pinned: false })).status).toBe(404)
    expect(await list(world.cleo)).toHaveLength(1)
    expectRefusal(
      await add({ fragment: 'inbox' }, world.echoBot),
      'This endpoint does not accept bot requests.',
    )
  })
})
