import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'

describe.each(engines)('Unread messages on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  const unread = async () => (await world.ben.post('/register', {})).body.unread_msgs
  const send = async (to: string, topic: string, client = 'script') => {
    const sender = client === 'script' ? world.ada : world.ben.with({ 'user-agent': `${client}/1` })
    const { body } = await sender.post('/messages', { type: 'stream', to, topic, content: 'hello' })
    return body.id as number
  }

  it('Subscription | in_home_view | false: excluded from unread counts', async () => {
    await send('test', 'loud')
    await send('general', 'loud')
    expect((await unread()).count).toBe(2)
    const { id: realmId } = world.demo.realm
    const { body } = await world.ben.get('/users/me/subscriptions')
    const test = body.subscriptions.find(({ name }: { name: string }) => name === 'test')
    await world.chat.database.write(realmId, {
      async work({ db }) {
        const own = db.updateTable('subscriptions').set({ is_muted: 1 })
        await own
          .where('user_id', '=', world.demo.people.ben.id)
          .where('stream_id', '=', test.stream_id)
          .execute()
      },
    })
    const now = await unread()
    expect(now.count).toBe(1)
    expect(now.streams).toHaveLength(2)
  })

  it('a muted topic is excluded from unread counts, too', async () => {
    await send('general', 'noise')
    const before = (await unread()).count
    const muted = { stream: 'general', topic: 'NOISE', op: 'add' }
    await world.ben.patch('/users/me/subscriptions/muted_topics', muted)
    expect((await unread()).count).toBe(before - 1)
  })

  it('hundreds of messages read one by one are one range, and what was left out stays unread', async () => {
    await world.ben.post('/mark_all_as_read')
    for (let index = 0; index < 205; index += 1) await send('test', 'mine', 'website')
    const open = await send('test', 'theirs')
    const { recipient_id } = (await world.ben.get(`/messages/${open}`)).body.message
    const ranges = await world.chat.database.read
      .selectFrom('read_ranges')
      .select(['from_id', 'to_id'])
      .where('user_id', '=', world.demo.people.ben.id)
      .where('recipient_id', '=', recipient_id)
      .execute()
    expect(ranges).toEqual([{ from_id: 1, to_id: open - 1 }])
    expect((await unread()).streams).toMatchObject([{ topic: 'theirs', unread_message_ids: [open] }])
    const { body } = await world.ben.get('/messages', { anchor: open, num_before: 1, num_after: 0 })
    expect(body.messages.map(({ flags }: { flags: string[] }) => flags)).toEqual([['read'], []])
  })

  const unreadIds = async () =>
    (await unread()).streams
      .flatMap((group: { unread_message_ids: number[] }) => group.unread_message_ids)
      .sort()

  it('ranges stay apart when the messages between them were deleted', async () => {
    await world.ben.post('/mark_all_as_read')
    const ids = [
      await send('test', 'a'),
      await send('test', 'b'),
      await send('test', 'c'),
      await send('test', 'd'),
    ]
    const mark = (op: string, messages: number[]) =>
      world.ben.post('/messages/flags', { op, flag: 'read', messages })
    await mark('add', [ids[1]!, ids[3]!])
    for (const id of [ids[1], ids[2], ids[3]]) await world.ada.delete(`/messages/${id}`)
    const own = await send('test', 'mine', 'website')
    expect(await unreadIds()).toEqual([ids[0]])
    await mark('remove', [own])
    expect(await unreadIds()).toEqual([ids[0], own])
    await mark('add', [own])
    expect(await unreadIds()).toEqual([ids[0]])
    await mark('add', [ids[0]!])
    expect(await unreadIds()).toEqual([])
  })

  it('a name of a client with a null byte is kept without it', async () => {
    const message = { type: 'stream', to: 'test', topic: 'x', content: 'x', client: 'a\0b' }
    const { body: sent } = await world.ada.post('/messages', message)
    const { body } = await world.ada.get('/messages', { anchor: sent.id, num_before: 0, num_after: 0 })
    expect(body.messages[0].client).toBe('ab')
  })
})
