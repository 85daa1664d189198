import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { ThreadPool, type ThreadPoolSettings } from './thread-pool.ts'

const file = pathToFileURL(`${import.meta.dirname}/../../../test/harness/example-thread.js`)

const openPool = (settings: Partial<ThreadPoolSettings> = {}) =>
  new ThreadPool<string, string>({
    file,
    threads: 2,
    threadsEach: 1,
    deadlineMs: 200,
    queueTimeoutMs: 60_000,
    waitingEach: 100,
    ...settings,
  })

const me = { tenant: 1, person: 1 }

describe('a pool of threads with deadlines', () => {
  it('each request gets its own result', async () => {
    const pool = openPool()
    const wanted = Array.from({ length: 50 }, (_, index) => String(index))
    const answers = wanted.map((text, index) => pool.run({ tenant: index % 3, person: index % 7 }, text))
    expect(await Promise.all(answers)).toEqual(wanted)
  })

  it('a request that exceeds its deadline is aborted, and the next one runs', async () => {
    const pool = openPool()
    const first = pool.run(me, 'forever')
    const second = pool.run(me, 'hello')
    await expect(first).rejects.toMatchObject({ reason: 'deadline' })
    expect(await second).toBe('hello')
  })

  for (const what of ['exit', 'throw', 'throw later', 'memory']) {
    it(`a crashing thread fails only its own request: ${what}`, async () => {
      const pool = openPool({ deadlineMs: 30_000 })
      await expect(pool.run(me, what)).rejects.toMatchObject({ reason: 'crash' })
      expect(await pool.run(me, 'hello')).toBe('hello')
    })
  }

  it('a thread that cannot start fails every waiting request', async () => {
    const pool = openPool({ file: new URL('./no-such-file.js', file) })
    const all = await Promise.allSettled([pool.run(me, 'a'), pool.run(me, 'b'), pool.run(me, 'c')])
    expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  })

  it("one tenant's requests do not delay other tenants", async () => {
    const pool = openPool()
    const order: string[] = []
    const slow = Array.from({ length: 3 }, () => pool.run(me, 'forever').catch(() => order.push('given up')))
    const other = pool.run({ tenant: 2, person: 1 }, 'hello').then((answer) => order.push(answer))
    await Promise.all([...slow, other])
    expect(order.indexOf('hello')).toBeLessThan(2)
    expect(order.filter((one) => one === 'given up').length).toBe(3)
  })

  it('the people of a tenant take turns', async () => {
    const pool = openPool({ threads: 1 })
    const order: string[] = []
    const ask = (person: number, text: string) =>
      pool.run({ tenant: 1, person }, text).then((answer) => order.push(answer))
    await Promise.all([ask(1, 'a1'), ask(1, 'a2'), ask(1, 'a3'), ask(2, 'b1'), ask(2, 'b2')])
    expect(order).toEqual(['a1', 'b1', 'a2', 'b2', 'a3'])
  })

  it('limits how many requests wait, and for how long', async () => {
    const full = openPool({ waitingEach: 2 })
    const asked = ['a', 'b', 'c'].map((text) => full.run(me, text))
    await expect(asked[2]).rejects.toMatchObject({ reason: 'queue' })
    expect(await Promise.all(asked.slice(0, 2))).toEqual(['a', 'b'])
    expect(await full.run(me, 'd')).toBe('d')

    const impatient = openPool({ queueTimeoutMs: 100 })
    // Its thread has started then, even if that took longer.
    await impatient.run(me, 'started').catch(() => {})
    const slow = impatient.run(me, 'forever')
    const late = impatient.run(me, 'late')
    await expect(slow).rejects.toMatchObject({ reason: 'deadline' })
    await expect(late).rejects.toMatchObject({ reason: 'queue' })
  })
})
