import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CrashPhones, makeCrashPhones } from '../harness/crash-phones.ts'
import { engines } from '../harness/engines.ts'
import { waitUntil } from '../harness/sip/wait-until.ts'

const ROWS = 250

describe.each(engines)('killed during an import in the background, on %s', (engine) => {
  let phones: CrashPhones
  beforeAll(async () => {
    phones = await makeCrashPhones(engine, 'die-while-importing')
  }, 180_000)
  afterAll(() => phones?.remove())

  // In the first part, between two parts, and in the last part.
  it.each([
    [20_000, 30],
    [21_000, 100],
    [22_000, 230],
  ])(
    'continues with the row where it stopped (%i, after %i)',
    async (first, survivors) => {
      const numbers = Array.from({ length: ROWS }, (_, index) => first + index)
      const rows = numbers.map((id) => ({ data: { id, name: `Bed ${id}` } }))
      await phones.die({ url: `${phones.list}/import`, rows, survivors })
      await phones.whileServing(async (server) => {
        const { client } = server
        const [{ id }] = (await client.get('/imports')).body
        await waitUntil('the import ends', async () => {
          const { body } = await client.get(`/imports/${id}`)
          return body.status !== 'running'
        })
        expect((await client.get(`/imports/${id}`)).body).toMatchObject({
          status: 'completed',
          created: ROWS,
          failed: 0,
        })
        const made = (await phones.extensions(server)).map(({ data }) => data.id)
        expect(made.filter((number) => number >= first && number < first + 1000)).toEqual(numbers)
        await phones.expectAgreement(server)
      })
    },
    120_000,
  )
})
