import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../../harness/engines.ts'
import type { TelephonyAnswer } from '../../../harness/telephony-client.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'

const COUNT = 7

describe.each(engines)('Paging on %s', (engine) => {
  let world: TelephonyWorld
  let lists: Record<string, { path: string; size: string; key: (item: never) => unknown }>
  beforeAll(async () => {
    world = await startTelephonyWorld(engine)
    const path = `/instances/${world.globexPbx}/bulks/extensions`
    for (let index = 1; index < COUNT; index += 1) {
      await world.hank.post('/company/contacts', { first_name: `User ${index}` })
      await world.hank.post(path, { data: { id: 1001 + index, name: `Phone ${index}` } })
    }
    const number = ({ data }: { data: { id: number } }) => data.id
    lists = {
      contacts: {
        path: '/system/company/contacts',
        size: 'items_per_page',
        key: ({ id }: { id: string }) => id,
      },
      'bulks/extensions': { path, size: 'page_size', key: number },
      extensions: { path: path.replace('/bulks', ''), size: 'page_size', key: number },
    }
  })
  afterAll(() => world.stop())

  const headersOf = ({ headers }: TelephonyAnswer) =>
    ['total-count', 'page-count', 'current-page', 'per-page'].map((name) =>
      Number(headers[`x-pagination-${name}`]),
    )

  describe.each(['contacts', 'bulks/extensions', 'extensions'])('%s', (name) => {
    const get = (query: Record<string, string | number> = {}) => world.hank.get(lists[name]!.path, query)
    const keys = (answer: TelephonyAnswer) => answer.body.map(lists[name]!.key)

    it('default: page 1 with up to 100, and all X-Pagination headers', async () => {
      const answer = await get()
      expect(answer.body).toHaveLength(COUNT)
      expect(headersOf(answer)).toEqual([COUNT, 1, 1, 100])
    })

    it('pages put together are the whole list, in order and without repetition', async () => {
      const whole = keys(await get())
      expect([...whole].sort()).toEqual(whole)
      const parts: unknown[] = []
      for (let page = 1; page <= 3; page += 1) {
        const answer = await get({ page, [lists[name]!.size]: 3 })
        expect(headersOf(answer)).toEqual([COUNT, 3, page, 3])
        parts.push(...keys(answer))
      }
      expect(parts).toEqual(whole)
    })

    it('a page beyond the end is empty: 204 for contacts, 404 for extensions', async () => {
      const answer = await get({ page: 2 })
      expect(answer.status).toBe(name === 'contacts' ? 204 : 404)
      if (name === 'contacts') expect(headersOf(answer)).toEqual([COUNT, 1, 2, 100])
      else expect(answer.body.detail).toBe('No extensions found')
    })

    it('a page as far as can be asked for is empty too', async () => {
      expect((await get({ page: 1_000_000_000, [lists[name]!.size]: 1000 })).status).not.toBe(500)
    })

    it.each([1, 1000])('a page size of %d is allowed', async (size) => {
      const answer = await get({ [lists[name]!.size]: size })
      expect(answer.body).toHaveLength(Math.min(size, COUNT))
    })

    it.each(['0', '-1', '1001', 'x', '', '1.5', '1e2', '0x10', ' 5', '99999999999999999999'])(
      'a page size of "%s": 400 that names it',
      async (size) => {
        const answer = await get({ [lists[name]!.size]: size })
        expect(answer.status).toBe(400)
        expect(answer.body.errors[0].pointer).toBe(`/${lists[name]!.size}`)
      },
    )

    it.each(['0', '-1', 'x', '', '1.5', '1000000001'])('page "%s": 400 that names it', async (page) => {
      const answer = await get({ page })
      expect(answer.status).toBe(400)
      expect(answer.body.errors[0].pointer).toBe('/page')
    })
  })
})
