import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLogger } from '../../src/platform/log.ts'
import { createServer } from '../../src/server/create-server.ts'
import { openProducts } from '../../src/server/open-products.ts'
import { ApiClient } from '../harness/api-client.ts'
import { comparable, readState } from '../harness/client-state.ts'
import { type EngineName, engines } from '../harness/engines.ts'
import { moreOperations } from '../harness/more-operations.ts'
import { names, operations } from '../harness/random-operations.ts'
import { startTelephonyWorld } from '../harness/telephony-world.ts'
import { startWorld, type World } from '../harness/world.ts'

const lists = ['/users', '/bots', '/streams', '/users/me/subscriptions', '/user_groups']
const page = { anchor: 'newest', num_before: 30, num_after: 0 }

async function everythingSeenBy(client: ApiClient) {
  const { body } = await client.post('/register', { include_subscribers: true })
  await client.delete('/events', { queue_id: body.queue_id })
  const answers = []
  for (const list of lists) answers.push((await client.get(list)).body)
  answers.push((await client.get('/messages', page)).body)
  return { state: comparable(readState(body)), answers }
}

/** An entry is evicted at nearly every request here, and loaded again at the next. */
describe.each(engines)('a server whose caches keep one entry, on %s', (engine: EngineName) => {
  let world: World
  const sent: number[] = []
  beforeAll(async () => {
    world = await startWorld(engine, { CACHE_ENTRIES: '1' })
  })
  afterAll(() => world.stop())

  it('answers like one that has just started, after random operations of four people', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(operations, moreOperations), { minLength: 5, maxLength: 40, size: 'max' }),
        async (sequence) => {
          for (const operation of sequence) {
            const answer = (await operation(world, sent)) as { status: number } | undefined
            if (answer) expect(answer.status).not.toBe(500)
          }
          const log = createLogger('error')
          const config = { ...world.config, cacheEntries: undefined }
          const products = await openProducts(config, log, world.clock, 'command')
          const fresh = createServer(products, log)
          for (const name of names) {
            const other = new ApiClient(fresh, world[name].credentials)
            expect(await everythingSeenBy(world[name])).toEqual(await everythingSeenBy(other))
          }
          await fresh.close()
          await products.stop()
        },
      ),
      { numRuns: Number(process.env.PROPERTY_RUNS ?? 8) },
    )
  }, 180_000)

  it('the telephony shows each change at once, also after requests in between', async () => {
    const phones = await startTelephonyWorld(engine, { CACHE_ENTRIES: '1' })
    try {
      const { ada, ben, hank, demo } = phones
      const path = `/company/contacts/${demo.acme.owner.id}`
      for (const first_name of ['Ada', 'Augusta', 'Lady']) {
        expect((await ada.patch(path, { first_name })).status).toBe(200)
        const { body } = await ben.get('/system/company/contacts')
        expect(body.map((contact: { first_name: string }) => contact.first_name)).toContain(first_name)
        expect((await hank.get('/system/company')).body).toMatchObject({ name: demo.globex.company.name })
      }
      const { body: key } = await ada.post('/api-keys', { name: 'Short-lived', scopes: ['read'] })
      const holder = phones.as(key.key, 'primary')
      expect((await holder.get('/system/company/contacts')).status).toBe(200)
      expect((await ada.delete(`/api-keys/${key.id}`)).status).toBeLessThan(300)
      expect((await holder.get('/system/company/contacts')).status).toBe(401)
    } finally {
      await phones.stop()
    }
  })
})
