import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { foundOrganization, type Organization } from '../../harness/found-organization.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { expectRefusal } from '../messages/message-requests.ts'
import { streamIds } from './stream-ids.ts'

const success = { result: 'success', msg: '' }

describe.each(engines)('Channel folders on %s', (engine) => {
  let world: World
  let elsewhere: Organization
  let ids: Record<string, number>
  beforeAll(async () => {
    world = await startWorld(engine)
    elsewhere = await foundOrganization(world, 'elsewhere.example.com')
    ids = await streamIds(world.ada)
  })
  afterAll(() => world.stop())

  const create = async (name: string): Promise<number> =>
    (await world.ada.post('/channel_folders/create', { name, description: 'some *things*' })).body
      .channel_folder_id
  const list = async (client: ApiClient, args = {}) =>
    (await client.get('/channel_folders', args)).body.channel_folders
  const folderOf = async (stream: number, client = world.ben) =>
    (await client.get(`/streams/${stream}`)).body.stream.folder_id

  it('POST /channel_folders/create | listed, in register, and announced to everyone here', async () => {
    const gus = await watch(world.gus, ['channel_folder'])
    const outsider = await watch(elsewhere.chief, ['channel_folder'])
    const id = await create(' Projects ')
    const folder = {
      id,
      name: 'Projects',
      description: 'some *things*',
      rendered_description: '<p>some <em>things</em></p>',
      creator_id: world.demo.people.ada.id,
      date_created: expect.any(Number),
      is_archived: false,
      order: 0,
    }
    expect(await list(world.gus)).toEqual([folder])
    const { body } = await world.gus.post('/register', { event_types: ['channel_folders'] })
    expect(body.channel_folders).toEqual([folder])
    expect(await gus.news()).toEqual([
      { type: 'channel_folder', op: 'add', channel_folder: folder, id: expect.any(Number) },
    ])
    expect(await outsider.news()).toEqual([])
    expect(await list(elsewhere.chief)).toEqual([])
  })

  it('PATCH /channel_folders/:channel_folder_id | name, description, archived; names of archived ones are free', async () => {
    const id = await create('Old')
    const gus = await watch(world.gus, ['channel_folder'])
    const path = `/channel_folders/${id}`
    expect((await world.ada.patch(path, { name: 'Older', description: 'x' })).body).toEqual(success)
    expect((await world.ada.patch(path, { is_archived: true })).body).toEqual(success)
    expect((await world.ada.patch(path, { is_archived: true })).body).toEqual(success)
    const event = { type: 'channel_folder', op: 'update', channel_folder_id: id, id: expect.any(Number) }
    expect(await gus.news()).toEqual([
      { ...event, data: { name: 'Older', description: 'x', rendered_description: '<p>x</p>' } },
      { ...event, data: { is_archived: true } },
    ])
    expect((await list(world.gus)).map((one: { id: number }) => one.id)).not.toContain(id)
    expect(await list(world.gus, { include_archived: true })).toContainEqual(
      expect.objectContaining({ id, is_archived: true }),
    )
    expect(await create('older')).toEqual(expect.any(Number))
    expectRefusal(await world.ada.patch(path, { is_archived: false }), 'Channel folder name already in use.')
  })

  it('folder_id | of a stream: set, announced, cleared; a folder in use cannot be archived', async () => {
    const id = await create('Tests')
    const ben = await watch(world.ben, ['stream'])
    expect((await world.ada.patch(`/streams/${ids.test}`, { folder_id: id })).body).toEqual(success)
    expect(await ben.news()).toMatchObject([
      { op: 'update', property: 'folder_id', value: id, stream_id: ids.test },
    ])
    expect(await folderOf(ids.test!)).toBe(id)
    expectRefusal(
      await world.ada.patch(`/channel_folders/${id}`, { is_archived: true }),
      'Remove all streams from this folder before you archive it.',
    )
    await world.ada.patch(`/streams/${ids.test}`, { folder_id: null })
    expect(await folderOf(ids.test!)).toBeNull()
    expect((await world.ada.patch(`/channel_folders/${id}`, { is_archived: true })).body).toEqual(success)
    expectRefusal(
      await world.ada.patch(`/streams/${ids.test}`, { folder_id: id }),
      'Invalid channel folder ID',
    )
  })

  it('folder_id | a new stream can be in a folder', async () => {
    const id = await create('New things')
    const args = { name: 'foldered', subscribers: [], folder_id: id }
    const { body } = await world.ben.post('/channels/create', args)
    expect(await folderOf(body.id)).toBe(id)
    const wrong = { name: 'nowhere', subscribers: [], folder_id: 999 }
    expectRefusal(await world.ben.post('/channels/create', wrong), 'Invalid channel folder ID')
  })

  it('PATCH /channel_folders | their order', async () => {
    const known = (await list(world.ada, { include_archived: true })).map((one: { id: number }) => one.id)
    const order = known.reverse()
    const gus = await watch(world.gus, ['channel_folder'])
    expect((await world.ada.patch('/channel_folders', { order })).body).toEqual(success)
    expect(await gus.news()).toMatchObject([{ op: 'reorder', order }])
    const after = await list(world.gus, { include_archived: true })
    expect(after.map((one: { id: number }) => one.id)).toEqual(order)
    expectRefusal(
      await world.ada.patch('/channel_folders', { order: order.slice(1) }),
      'Invalid order mapping.',
    )
  })

  it('only administrators change them; names are checked; others have their own', async () => {
    const administrator = 'Must be an organization administrator'
    const code = { code: 'UNAUTHORIZED_PRINCIPAL' }
    const id = await create('Kept')
    expectRefusal(await world.ben.post('/channel_folders/create', { name: 'x' }), administrator, code)
    expectRefusal(await world.ben.patch(`/channel_folders/${id}`, { name: 'x' }), administrator, code)
    expectRefusal(await world.ben.patch('/channel_folders', { order: [] }), administrator, code)
    expectRefusal(
      await world.ada.post('/channel_folders/create', { name: 'KEPT' }),
      'Channel folder name already in use.',
    )
    expectRefusal(
      await world.ada.post('/channel_folders/create', { name: ' ' }),
      "Channel folder name can't be empty.",
    )
    expectRefusal(
      await elsewhere.chief.patch(`/channel_folders/${id}`, { name: 'x' }),
      'Invalid channel folder ID',
    )
  })
})
