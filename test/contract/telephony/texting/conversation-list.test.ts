import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../../harness/engines.ts'
import {
  ADAS,
  BENS,
  converse,
  newOutsider,
  publish,
  startTextingWorld,
  type TextingWorld,
} from './texting-world.ts'

describe.each(engines)('the list of conversations on %s', (engine) => {
  let world: TextingWorld
  // biome-ignore lint/suspicious/noExplicitAny: conversations as they are answered
  let [first, second, third, bens]: any[] = []
  const list = (query: Record<string, string | number> = {}) => world.ada.get('/texting/conversations', query)
  const idsOf = async (query: Record<string, string | number> = {}) =>
    (await list(query)).body.map(({ id }: { id: string }) => id)

  beforeAll(async () => {
    world = await startTextingWorld(engine)
    const people = [newOutsider(), newOutsider(), newOutsider()] as const
    await world.ada.post('/texting/contacts', { number: people[0], first_name: 'Maya', last_name: 'Ionescu' })
    first = await converse(world.ada, ADAS, people[0])
    second = await converse(world.ada, ADAS, people[1])
    third = await converse(world.ada, ADAS, people[1], people[2])
    bens = await converse(world.ben, BENS, people[0])
    // The oldest conversation has the newest message; the second one has been read.
    await world.textComes(people[1], ADAS, 'read')
    await world.textComes(people[0], ADAS, 'news')
    const { lastmessage } = (await world.ada.get(`/texting/conversations/${second.id}`)).body
    await world.ada.post(`/texting/conversations/${second.id}/messages/read`, {
      messagesIds: [lastmessage.id],
    })
    await world.textComes(people[1], ADAS, 'more')
    await world.ada.delete(
      `/texting/conversations/${second.id}/messages?ids=${
        (await world.ada.get(`/texting/conversations/${second.id}`)).body.lastmessage.id
      }`,
    )
  })
  afterAll(() => world.stop())

  it('is sorted by the last activity, newest first; the owner sees all, users their own', async () => {
    expect(await idsOf()).toEqual([first.id, second.id, bens.id, third.id])
    expect(await idsOf({ sort: 'last_activity' })).toEqual(await idsOf())
    const own = await world.ben.get('/texting/v2/conversations')
    expect(own.body.map(({ id }: { id: string }) => id)).toEqual([bens.id])
    expect((await world.hank.get('/texting/conversations')).body).toEqual([])
  })

  it('shows the counts, the last message and the flags', async () => {
    const { body } = await list()
    expect(body[0]).toMatchObject({
      unread_msg_count: 1,
      countunreadmessages: 1,
      has_direct_msg: true,
      has_hidden_msg: false,
      lastmessage: { text: 'news' },
      last_msg: { text: 'news', is_unread: true },
    })
    expect(body[0].last_message_created_at).toBe(body[0].lastmessage.created_at)
    expect(body[1]).toMatchObject({
      unread_msg_count: 0,
      has_hidden_msg: true,
      lastmessage: { text: 'read', is_read: true },
      last_msg: { is_unread: false },
    })
    expect(body[3]).toMatchObject({ has_direct_msg: false, lastmessage: null, last_msg: null })
    for (const conversation of body) {
      expect((await world.ada.get(`/texting/conversations/${conversation.id}`)).body).toEqual(conversation)
    }
  })

  it('sort=unread brings unread ones to the front', async () => {
    await world.textComes(bens.contactinfo.number, BENS, 'psst')
    const { lastmessage } = (await world.ada.get(`/texting/conversations/${first.id}`)).body
    await world.ada.post(`/texting/conversations/${first.id}/messages/read`, {
      messagesIds: [lastmessage.id],
    })
    await publish(world.ada, second.id, 'the newest, but nothing to read')
    expect(await idsOf({ sort: 'unread' })).toEqual([bens.id, second.id, first.id, third.id])
    expect(await idsOf()).toEqual([second.id, bens.id, first.id, third.id])
  })

  it('filter_by: with unread messages, or whose last message failed', async () => {
    expect(await idsOf({ filter_by: 'unread' })).toEqual([bens.id])
    expect(await idsOf({ filter_by: 'failed' })).toEqual([])
    const person = newOutsider()
    const lost = await converse(world.ada, ADAS, person)
    await world.textComes(person, ADAS, 'STOP')
    await world.ada.post(`/texting/conversations/${lost.id}/messages/publish`, {
      text: 'lost',
      with_warning: true,
    })
    expect(await idsOf({ filter_by: 'failed' })).toEqual([lost.id])
    expect((await world.ben.get('/texting/conversations', { filter_by: 'failed' })).body).toEqual([])
    await world.textComes(person, ADAS, 'START')
    expect(await idsOf({ filter_by: 'failed' })).toEqual([])
    await world.ada.delete(`/texting/conversations/${lost.id}`)
    expect((await list({ filter_by: 'lost' })).status).toBe(400)
  })

  it('pinned ones come first, until they are unpinned', async () => {
    const path = `/texting/conversations/${third.id}/pin`
    const pinned = (await world.ada.post(path, { pin: true })).body
    expect(pinned.pinned_at).toEqual(expect.any(String))
    expect((await world.ada.post(path, { pin: true })).body).toEqual(pinned)
    expect((await idsOf())[0]).toBe(third.id)
    expect((await idsOf({ sort: 'unread' }))[0]).toBe(third.id)
    expect((await world.ada.post(path, { pin: false })).body.pinned_at).toBeNull()
    expect((await idsOf())[0]).not.toBe(third.id)
    for (const body of [{}, { pin: 'yes' }, { pin: true, more: 1 }]) {
      expect((await world.ada.post(path, body)).status).toBe(400)
    }
  })

  it('is searched by the names, numbers and emails of the recipients, and by its own name', async () => {
    expect((await idsOf({ search: 'maya io' })).sort()).toEqual([first.id, bens.id].sort())
    expect(await idsOf({ search: third.contactsinfo[1].number.slice(2) })).toEqual([third.id])
    const recipients = [{ number: newOutsider() }]
    const named = await world.ben.post('/texting/conversations', {
      recipients,
      from_number: BENS,
      name: 'Äpfel 100%',
    })
    expect(await idsOf({ search: 'äPFEL' })).toEqual([named.body.id])
    expect(await idsOf({ search: '100%' })).toEqual([named.body.id])
    expect(await idsOf({ search: '1%0' })).toEqual([])
    // Also a search shows only what the user may see.
    const own = await world.ben.get('/texting/conversations', { search: 'maya' })
    expect(own.body.map(({ id }: { id: string }) => id)).toEqual([bens.id])
    await world.ben.delete(`/texting/conversations/${named.body.id}`)
  })

  it('from_numbers and contact_id narrow it', async () => {
    expect(await idsOf({ from_numbers: '2025550102' })).toEqual([bens.id])
    expect(await idsOf({ from_numbers: `${ADAS},${BENS}` })).toHaveLength(4)
    expect((await world.ben.get('/texting/conversations', { from_numbers: ADAS })).body).toEqual([])
    expect((await idsOf({ contact_id: second.contact_id })).sort()).toEqual([second.id, third.id].sort())
    expect(await idsOf({ contact_id: 'f'.repeat(24) })).toEqual([])
  })

  it('is returned in pages', async () => {
    const all = await idsOf()
    const page = await list({ page: 2, per_page: 3 })
    expect(page.body.map(({ id }: { id: string }) => id)).toEqual(all.slice(3))
    expect(page.headers).toMatchObject({
      'x-pagination-total-count': '4',
      'x-pagination-page-count': '2',
      'x-pagination-current-page': '2',
      'x-pagination-per-page': '3',
    })
    expect((await list({ page: 9 })).body).toEqual([])
  })

  it.each([
    { page: 0 },
    { per_page: 1001 },
    { sort: 'name' },
    { from_numbers: 'x' },
    { contact_id: 'x' },
    { search: '\0' },
    { more: 1 },
  ])('%o is refused', async (query) => {
    expect((await list(query as never)).status).toBe(400)
  })

  it('a page costs the same number of queries, however long it is', async () => {
    const count = async (perPage: number) => {
      let queries = 0
      const { database } = world.telephony
      const snapshot = database.snapshot
      database.snapshot = (work) =>
        snapshot((db) =>
          work(
            db.withPlugin({
              transformQuery: ({ node }) => {
                queries += 1
                return node
              },
              transformResult: async ({ result }) => result,
            }),
          ),
        )
      await list({ per_page: perPage })
      database.snapshot = snapshot
      return queries
    }
    const one = await count(1)
    expect(one).toBeGreaterThan(2)
    expect(await count(4)).toBe(one)
  })
})
