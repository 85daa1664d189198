import { syncBuiltinESMExports } from 'node:module'
import { DefaultQueryExecutor } from 'kysely'
import { Client } from 'pg'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { engines } from './harness/engines.ts'
import { startWorld, type World } from './harness/world.ts'

const MINUTE_MS = 60_000
const wait = setTimeout
const STEP_MS = 500
/** A server that polls never has a minute without a statement. */
const TRIES = 8
const DUE_AFTER_MS = (TRIES + 2) * MINUTE_MS

interface Statements {
  /** Every statement of this process, to either engine. A ping of PostgreSQL is not one. */
  readonly texts: string[]
  readonly inFlight: number
}

function recordStatements(): Statements {
  const texts: string[] = []
  let inFlight = 0
  const expectEnd = (response: PromiseLike<unknown>) => {
    inFlight += 1
    const end = () => {
      inFlight -= 1
    }
    response.then(end, end)
  }
  const { executeQuery } = DefaultQueryExecutor.prototype
  vi.spyOn(DefaultQueryExecutor.prototype, 'executeQuery').mockImplementation(function (
    this: DefaultQueryExecutor,
    query,
  ) {
    texts.push(query.sql)
    const response = Reflect.apply(executeQuery, this, [query])
    expectEnd(response)
    return response
  })
  const { query: send, connect } = Client.prototype
  vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...all: unknown[]) {
    const [statement] = all as [string | { text: string } | { done: Promise<void> }]
    if (typeof statement === 'string') texts.push(statement)
    else if ('text' in statement) texts.push(statement.text)
    const response = Reflect.apply(send, this, all)
    expectEnd(typeof statement === 'object' && 'done' in statement ? statement.done : response)
    return response
  })
  vi.spyOn(Client.prototype, 'connect').mockImplementation(function (this: Client, ...all: unknown[]) {
    expectEnd(new Promise<void>((resolve) => this.once('connect', () => resolve())))
    return Reflect.apply(connect, this, all)
  })
  return {
    texts,
    get inFlight() {
      return inFlight
    },
  }
}

/** Lets the timers run. After each step, waits for what they have started: databases do not know of this time. */
async function pass(milliseconds: number, statements: Statements): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += STEP_MS) {
    await vi.advanceTimersByTimeAsync(STEP_MS)
    do await new Promise((next) => setImmediate(next))
    while (statements.inFlight > 0)
  }
}

describe.each(engines)('an idle server on %s', (engine) => {
  let world: World | undefined
  afterEach(async () => {
    vi.useRealTimers()
    syncBuiltinESMExports()
    vi.restoreAllMocks()
    await world?.stop()
  })

  it('makes no query for a minute, and then delivers what becomes due', async () => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
    })
    // For `pause` of node:timers/promises.
    syncBuiltinESMExports()
    const statements = recordStatements()
    world = await startWorld(engine)
    const content = 'It is time.'
    const dueAt = Date.now() + DUE_AFTER_MS
    const scheduled = {
      type: 'stream',
      to: 'general',
      topic: 'idle',
      content,
      scheduled_delivery_timestamp: Math.floor(dueAt / 1000),
    }
    expect((await world.ada.post('/scheduled_messages', scheduled)).status).toBe(200)
    // A start and its writes cause some more. Files and threads take their time, which is not that of the timers.
    for (let tries = 0; tries < TRIES && statements.texts.length > 0; tries += 1) {
      statements.texts.length = 0
      await pass(MINUTE_MS, statements)
    }
    expect(statements.texts).toEqual([])
    await pass(dueAt + MINUTE_MS - Date.now(), statements)
    const newest = () => world!.ben.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 })
    // The thread that writes is on time of its own.
    for (let tries = 0; tries < 500 && (await newest()).body.messages.length === 0; tries += 1) {
      await pass(STEP_MS, statements)
      await new Promise((next) => wait(next, 10))
    }
    expect((await newest()).body.messages).toEqual([
      expect.objectContaining({ content: expect.stringContaining(content) }),
    ])
  })
})
