import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { makeStream, readIds, sendPrivately, sendToStream } from './message-requests.ts'

describe.each(engines)('Narrow is:resolved and has:reaction on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  it('is: resolved | topics with the check mark before their name', async () => {
    await makeStream(world.ada, 'done', ['ada', 'ben'])
    const resolved = await sendToStream(world.ada, 'done', '\u2714 Roof', 'x')
    const open = await sendToStream(world.ada, 'done', 'Roof \u2714 ', 'x')
    const close = await sendToStream(world.ada, 'done', '\u2714Roof', 'x')
    const direct = await sendPrivately(world.ada, ['ben'], '\u2714 Roof')
    const found = await readIds(world.ada, [{ operator: 'is', operand: 'resolved' }])
    expect(found).toEqual([resolved])
    const others = await readIds(world.ada, [{ operator: 'is', operand: 'resolved', negated: true }])
    expect(others).toEqual(expect.arrayContaining([open, close, direct]))
    expect(others).not.toContain(resolved)
  })

  it('is: resolved | is a property of the message: the open history of a stream stays open', async () => {
    await makeStream(world.ada, 'history')
    const id = await sendToStream(world.ada, 'history', '\u2714 Door', 'x')
    const narrow = [
      { operator: 'stream', operand: 'history' },
      { operator: 'is', operand: 'resolved' },
    ]
    expect(await readIds(world.cleo, narrow)).toEqual([id])
    expect(await readIds(world.cleo, [narrow[1]!])).toEqual([])
  })

  it('has: reaction | as long as somebody reacts', async () => {
    const [first, second] = [
      await sendToStream(world.ada, 'test', 'x', 'one'),
      await sendToStream(world.ada, 'test', 'x', 'two'),
    ]
    await world.ben.post(`/messages/${first}/reactions`, { emoji_name: 'smile' })
    const narrow = (negated: boolean) => [{ operator: 'has', operand: 'reaction', negated }]
    expect(await readIds(world.ada, narrow(false))).toEqual([first])
    expect(await readIds(world.ada, narrow(true))).toContain(second)
    expect(await readIds(world.ada, narrow(true))).not.toContain(first)
    await world.ben.delete(`/messages/${first}/reactions`, { emoji_name: 'smile' })
    expect(await readIds(world.ada, narrow(false))).toEqual([])
  })
})
