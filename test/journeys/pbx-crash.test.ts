import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CrashPhones, makeCrashPhones, type Serving } from '../harness/crash-phones.ts'
import { type EngineName, engines } from '../harness/engines.ts'

const steps = [
  'before the entry',
  'after the entry',
  'after the PBX',
  'before the commit',
  'after the commit',
]
/** What the engines have to do with it, creating shows; of the rest, one step before the change and one after it. */
const stepsOn = (engine: EngineName) => (engine === 'SQLite' ? steps : ['after the PBX', 'after the commit'])
/** Whether the change is there after the crash: only what was committed is. */
const survives = (step: string) => step === 'after the commit'
const NEW_SECRET = 'a-new-secret-for-the-phone'

describe.each(engines)('killed while an extension is changed, on %s', (engine) => {
  let phones: CrashPhones
  let lastNumber = 2000
  const newNumber = () => {
    lastNumber += 1
    return lastNumber
  }
  beforeAll(async () => {
    phones = await makeCrashPhones(engine, 'die-at-step')
  }, 180_000)
  afterAll(() => phones?.remove())

  const dieDuring = (step: string, change: { method: string; url: string; body?: object }) =>
    phones.die({ step, change })
  const find = async (server: Serving, number: number) =>
    (await phones.extensions(server)).find(({ data }) => data.id === number)

  it.each(steps)('creating, killed %s', async (step) => {
    const number = newNumber()
    const url = phones.list
    await dieDuring(step, { method: 'POST', url, body: { data: { id: number, name: 'Crash' } } })
    await phones.whileServing(async (server) => {
      await phones.expectAgreement(server)
      expect((await find(server, number)) !== undefined).toBe(survives(step))
      const again = await server.client.post(url, { data: { id: number, name: 'Again' } })
      expect(again.status).toBe(survives(step) ? 400 : 201)
    })
  })

  it.each(stepsOn(engine))('rotating the secret, killed %s', async (step) => {
    const former = (await phones.whileServing((server) => find(server, 1003)))!
    const secret = `${NEW_SECRET} ${step}`.replaceAll(' ', '-')
    const url = `${phones.list}/${former._id}`
    await dieDuring(step, { method: 'PATCH', url, body: { data: { secret } } })
    await phones.whileServing(async (server) => {
      await phones.expectAgreement(server)
      const now = (await find(server, 1003))!
      expect(now.data.secret).toBe(survives(step) ? secret : former.data.secret)
    })
  })

  it.each(stepsOn(engine))('deleting, killed %s', async (step) => {
    const number = newNumber()
    const made = await phones.whileServing(({ client }) =>
      client.post(phones.list, { data: { id: number, name: 'Doomed' } }),
    )
    await dieDuring(step, { method: 'DELETE', url: `${phones.list}/${made.body._id}` })
    await phones.whileServing(async (server) => {
      await phones.expectAgreement(server)
      expect((await find(server, number)) === undefined).toBe(survives(step))
    })
  })

  it.each(['after the PBX', 'before the commit'])(
    'importing twenty in one request, killed %s: none is left',
    async (step) => {
      const rows = Array.from({ length: 20 }, () => ({ data: { id: newNumber(), name: 'Crowd' } }))
      const url = `${phones.list}/import`
      await dieDuring(step, { method: 'POST', url, body: rows })
      await phones.whileServing(async (server) => {
        await phones.expectAgreement(server)
        expect(await find(server, rows[0]!.data.id)).toBeUndefined()
        expect((await server.client.post(url, rows)).status).toBe(200)
      })
    },
  )
})
