import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'

describe.each(engines)('Mentions of user groups on %s', (engine) => {
  let world: World
  let group: number
  beforeAll(async () => {
    world = await startWorld(engine)
    const { ada, cleo } = world.demo.people
    const { body } = await world.ada.post('/user_groups/create', {
      name: 'Night Watch',
      description: '',
      members: [ada.id, cleo.id],
    })
    group = body.group_id
  })
  afterAll(() => world.stop())

  const send = async (content: string, to = 'test') =>
    (await world.ben.post('/messages', { type: 'stream', to, topic: 'x', content })).body.id
  const flagsOf = async (client: ApiClient, id: number) => {
    const { body } = await client.get('/messages', { anchor: id, num_before: 0, num_after: 0, narrow: [] })
    return body.messages[0]?.flags
  }

  it('@*name* | every member who receives the message is mentioned, in events and in history', async () => {
    const ada = await watch(world.ada, ['message'])
    const ben = await watch(world.ben, ['message'])
    const id = await send('Wake up, @*night watch*')
    const [event] = await ada.news()
    expect(event.flags).toEqual(['mentioned'])
    expect((await ben.news())[0].flags).toEqual([])
    expect(await flagsOf(world.ada, id)).toContain('mentioned')
    expect(await flagsOf(world.ben, id)).not.toContain('mentioned')
    // Cleo is in the group, but not in the stream.
    expect(await flagsOf(world.cleo, id)).toBeUndefined()
  })

  it('@*name* | rendered with the id of the group', async () => {
    const html = await watch(world.ada, ['message'], { apply_markdown: true })
    await send('@*Night Watch*')
    expect((await html.news())[0].message.content).toBe(
      `<p><span class="user-group-mention" data-user-group-id="${group}">@Night Watch</span></p>`,
    )
  })

  it('@_*name* | silent: nobody is mentioned', async () => {
    const ada = await watch(world.ada, ['message'])
    await send('As @_*Night Watch* said')
    expect((await ada.news())[0].flags).toEqual([])
  })

  it('a private message mentions the members who are in it', async () => {
    const cleo = await watch(world.cleo, ['message'])
    await world.ben.post('/messages', {
      type: 'private',
      to: ['cleo@example.com'],
      content: '@*Night Watch*',
    })
    expect((await cleo.news())[0].flags).toEqual(['mentioned'])
  })

  it('an edit mentions, and takes the mention back', async () => {
    const id = await send('nothing yet')
    const ada = await watch(world.ada, ['update_message'])
    await world.ben.patch(`/messages/${id}`, { content: 'now @*Night Watch*' })
    expect((await ada.news())[0].flags).toEqual(['mentioned'])
    expect(await flagsOf(world.ada, id)).toContain('mentioned')
    await world.ben.patch(`/messages/${id}`, { content: 'never mind' })
    expect((await ada.news())[0].flags).toEqual([])
    expect(await flagsOf(world.ada, id)).not.toContain('mentioned')
  })

  it('who joins later is mentioned from then on; a renamed group by its new name', async () => {
    const { ada, ben } = world.demo.people
    const watchBen = await watch(world.ben, ['message'])
    await world.ada.post(`/user_groups/${group}/members`, { add: [ben.id], delete: [ada.id] })
    await world.ada.patch(`/user_groups/${group}`, { name: 'Day Watch' })
    const post = { type: 'stream', to: 'test', topic: 'x' }
    await world.ada.post('/messages', { ...post, content: '@*Night Watch*' })
    await world.ada.post('/messages', { ...post, content: '@*Day Watch* @**Ben Okri**' })
    const [old, renamed] = await watchBen.news()
    expect(old.flags).toEqual([])
    expect(renamed.flags).toEqual(['mentioned'])
  })
})
