import { describe, expect, it } from 'vitest'
import { createFairSemaphore, type FairSemaphore, TooManyWaiting } from './fair-semaphore.ts'

/** Takes turns by name, and tells whose turn it is. */
function watch(turns: FairSemaphore) {
  const running: { who: string; done: () => void }[] = []
  const order: string[] = []
  return {
    running,
    order,
    ask: (who: string) =>
      turns.acquire(who).then((done) => {
        order.push(who)
        running.push({ who, done })
      }),
    async finish() {
      running.shift()!.done()
      await new Promise((next) => setImmediate(next))
    },
  }
}

describe('turns', () => {
  it('an owner that queues a thousand delays others only by those in progress', async () => {
    const { ask, finish, order, running } = watch(createFairSemaphore({ atOnce: 2, waiting: 1000 }))
    for (let count = 0; count < 1000; count += 1) void ask('many')
    await new Promise((next) => setImmediate(next))
    expect(order).toEqual(['many', 'many'])
    void ask('one')
    await finish()
    expect(order).toEqual(['many', 'many', 'one'])
    expect(running).toHaveLength(2)
  })

  it('the owner whose last turn was longest ago is next', async () => {
    const { ask, finish, order } = watch(createFairSemaphore({ atOnce: 1, waiting: 10 }))
    for (const who of ['a', 'a', 'a', 'b', 'b', 'c']) void ask(who)
    await new Promise((next) => setImmediate(next))
    for (let count = 0; count < 3; count += 1) await finish()
    // Who comes back at once has no advantage over those who wait.
    void ask('c')
    for (let count = 0; count < 3; count += 1) await finish()
    expect(order).toEqual(['a', 'b', 'c', 'a', 'b', 'c', 'a'])
  })

  it('limits the queue of each owner separately', async () => {
    const turns = createFairSemaphore({ atOnce: 1, waiting: 2 })
    const done = await turns.acquire('a')
    const waiting = [turns.acquire('a'), turns.acquire('a')]
    await expect(turns.acquire('a')).rejects.toThrow(TooManyWaiting)
    const other = turns.acquire('b')
    const patient = turns.acquire('a', Number.POSITIVE_INFINITY)
    done()
    done()
    for (const turn of [other, ...waiting, patient]) (await turn)()
  })
})
