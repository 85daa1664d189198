import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isInstalled } from '../debian-packages.js'
import { makePlace, type Place } from '../harness/engines.ts'
import { againAndAgain, isLong, testTimeout } from '../harness/faults/fault-plan.ts'
import { type Fleet, startFleet } from '../harness/faults/fleet.ts'
import { httpRequest, type Reply } from '../harness/faults/http-request.ts'
import { openPostgresLink, type PostgresLink } from '../harness/faults/postgres-link.ts'
import { aMoment } from '../harness/faults/roamer.ts'
import { runTrial } from '../harness/faults/trial.ts'
import { findWriter, startWriteGaps, type WriteGaps } from '../harness/faults/write-gaps.ts'
import { type RunningRedis, startRedis } from '../harness/start-redis.ts'

const FAULT_MS = isLong ? 20_000 : 3000
/** The fault lasts until the others have written: if they wait for its end, they wait in vain. */
const TIMEOUT_MS = 60_000
const MESSAGES = 10
/** The worst: a little slower, and PostgreSQL would end its batches (BATCH_IDLE_MS). */
const SLOW_MS = 110

describe.skipIf(!isInstalled('redis-server'))('one of three nodes hangs, under load', () => {
  let place: Place
  let redis: RunningRedis
  let link: PostgresLink
  let fleet: Fleet
  beforeAll(async () => {
    place = await makePlace('PostgreSQL')
    redis = await startRedis()
    link = await openPostgresLink(place.databaseUrl!)
    const environment = { REDIS_URL: redis.url, SECRET_KEY: '0123456789abcdef'.repeat(4) }
    fleet = await startFleet(place, {
      nodes: 3,
      environment,
      environmentOf: (node) => (node === 0 ? { DATABASE_URL: link.url } : {}),
    })
  }, 240_000)
  afterAll(async () => {
    link?.mend()
    await fleet?.stop()
    await link?.stop()
    await redis?.stop()
    await place.remove()
  })

  /** The others write all the time; so does the load, wherever it comes to. */
  async function hang(name: string, begin: () => void, end: () => void, meanwhile = async () => {}) {
    let longest = 0
    await runTrial({
      name,
      fleet,
      fault: ({ afterMore }) =>
        againAndAgain(1, async () => {
          const gaps = await startWriteGaps(fleet.addresses.slice(1))
          await untilWritten(gaps, MESSAGES)
          begin()
          try {
            await Promise.all([lasting(gaps), meanwhile()])
          } finally {
            end()
          }
          await untilWritten(gaps, MESSAGES)
          longest = Math.max(longest, await gaps.stop())
          await afterMore(MESSAGES)
        }),
    })
    console.log(`${name}: the other nodes went without a write for at most ${longest} ms`)
  }

  it(
    'SIGSTOP: the others go on, and when it wakes up nothing is lost or doubled',
    () =>
      hang(
        'SIGSTOP, three nodes',
        () => process.kill(fleet.pids[0]!, 'SIGSTOP'),
        () => process.kill(fleet.pids[0]!, 'SIGCONT'),
      ),
    testTimeout,
  )

  it.each([
    ['cut', () => link.cut()],
    ['half-open', () => link.halfOpen()],
  ])(
    'its link to PostgreSQL is %s: it says so, the others go on, and it recovers by itself',
    async (name, begin) => {
      await hang(
        `link ${name}, three nodes`,
        begin,
        () => link.mend(),
        async () => {
          const writeAt = await findWriter(fleet.addresses[1]!)
          const [health, request, live] = await Promise.all([
            untilStatus(503, () => first('/health')),
            untilStatus(503, () => writeAt(fleet.addresses[0]!)),
            first('/health/live'),
          ])
          console.log(`link ${name}: 503 at /health after ${health} ms, for a write after ${request} ms`)
          expect(live?.status).toBe(200)
        },
      )
      await untilStatus(200, () => first('/health'))
    },
    testTimeout,
  )

  it(
    'its link to PostgreSQL is slow: the others go on',
    () =>
      hang(
        `link with ${SLOW_MS} ms in each direction, three nodes`,
        () => link.slow(SLOW_MS),
        () => link.mend(),
      ),
    testTimeout,
  )

  const first = (path: string) => httpRequest({ method: 'GET', url: `${fleet.addresses[0]}${path}` })
})

/** How long it took until the answer had this status. */
async function untilStatus(status: number, ask: () => Promise<Reply | undefined>): Promise<number> {
  const begin = performance.now()
  for (;;) {
    const reply = await ask()
    const took = Math.round(performance.now() - begin)
    if (reply?.status === status) return took
    if (took > TIMEOUT_MS) throw new Error(`Still ${JSON.stringify(reply)} after ${took} ms`)
    await aMoment(20)
  }
}

/** As long as the fault is to last, and until the others have written. */
async function lasting(gaps: WriteGaps): Promise<void> {
  const begin = performance.now()
  await untilWritten(gaps, MESSAGES)
  while (performance.now() - begin < FAULT_MS) await aMoment(20)
}

async function untilWritten(gaps: WriteGaps, messages: number): Promise<void> {
  const wanted = gaps.acknowledged() + messages
  const until = performance.now() + TIMEOUT_MS
  while (gaps.acknowledged() < wanted) {
    if (performance.now() > until) {
      const missing = wanted - gaps.acknowledged()
      throw new Error(`${missing} of ${messages} messages were not written: ${gaps.refusal()}`)
    }
    await aMoment(20)
  }
}
