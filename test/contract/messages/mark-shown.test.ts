import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { makeStream, readMessages, readUnread, sendToStream } from './message-requests.ts'

interface Shown {
  id: number
  flags: string[]
}

/** Messages were shown before they are marked as read: the server already knows what is between them. */
describe.each(engines)('Marking what was shown as read, on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
    await makeStream(world.ada, 'shown', ['ben'])
  })
  afterAll(() => world.stop())

  const look = async (): Promise<Shown[]> =>
    readMessages(world.ben, [{ operator: 'stream', operand: 'shown' }], { num_before: 300, num_after: 0 })

  const some = (count: number, pattern: string) =>
    Array.from({ length: count }, (_, index) => pattern[index % pattern.length] === 'x')

  it.each([
    [5, 'x----'],
    [5, 'x-x-x'],
    [5, '-xxxx'],
    [5, 'xxx--'],
    [6, 'xx-'],
    [6, '--x'],
    // More than one block, and more than are looked at in one step.
    [90, 'x'.repeat(80) + '-'.repeat(10)],
    [90, `${'x'.repeat(70)}-`],
    [90, 'x-'],
  ])('of %s messages these: %s', async (count, pattern) => {
    const ids: number[] = []
    for (let sent = 0; sent < count; sent += 1)
      ids.push(await sendToStream(world.ada, 'shown', `topic ${sent % 3}`))
    const chosen = some(count, pattern)
    const marked = ids.filter((_, index) => chosen[index])
    await look()
    await world.ben.post('/messages/flags', { messages: marked, op: 'add', flag: 'read' })
    const isRead = new Map((await look()).map(({ id, flags }) => [id, flags.includes('read')]))
    expect(ids.map((id) => isRead.get(id))).toEqual(chosen)
    await world.ben.post('/messages/flags', { messages: ids, op: 'add', flag: 'read' })
    const unread = (await readUnread(world.ben)).streams.flatMap(
      (one: { unread_message_ids: number[] }) => one.unread_message_ids,
    )
    expect(unread.filter((id: number) => ids.includes(id))).toEqual([])
  })
})
