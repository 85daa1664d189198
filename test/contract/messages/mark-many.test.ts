import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addCopies } from '../../harness/add-copies.ts'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { makeStream, openQueue, readUnread, sendToStream } from './message-requests.ts'

/** As the server does it. */
const AT_ONCE = 5000

describe.each(engines)('Mark many messages as read on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  it.each([
    { path: '/mark_topic_as_read', args: { topic_name: 'long' } },
    { path: '/mark_stream_as_read', args: {} },
  ])('$path | in batches, each with its event; what comes meanwhile stays unread', async ({ path, args }) => {
    const name = `stream of ${path}`
    const streamId = await makeStream(world.ada, name, ['ada', 'ben'])
    const first = await sendToStream(world.ada, name, 'long')
    const ids = [
      first,
      ...(await addCopies(world.chat.database, world.demo.realm.id, first, 2 * AT_ONCE + 10)),
    ]
    const queue = await openQueue(world.ben, { event_types: ['update_message_flags', 'message'] })
    let isMarking = true
    const marking = world.ben.post(path, { stream_id: streamId, ...args }).finally(() => {
      isMarking = false
    })
    const sent: number[] = []
    while (isMarking) sent.push(await sendToStream(world.ada, name, 'long'))
    expect((await marking).body).toEqual({ result: 'success', msg: '', complete: true })
    const events = await queue.read()
    const marks = events.filter((event) => event.type === 'update_message_flags')
    const marked = marks.flatMap((event) => event.messages as number[])
    for (const event of marks) expect((event.messages as number[]).length).toBeLessThanOrEqual(AT_ONCE)
    // What was sent before it began belongs to it.
    const all = [...ids, ...sent]
    expect(marked).toEqual(all.slice(0, marked.length))
    expect(marked.length).toBeGreaterThanOrEqual(ids.length)
    const { streams } = await readUnread(world.ben)
    const own = streams.filter((group: { stream_id: number }) => group.stream_id === streamId)
    const unread = own.flatMap((group: { unread_message_ids: number[] }) => group.unread_message_ids)
    expect(unread).toEqual(all.slice(marked.length))
  })
})
