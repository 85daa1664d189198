import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildSwitchboard } from '../harness/build-switchboard.ts'
import { engines, makePlace, type Place } from '../harness/engines.ts'
import { type RunningSwitchboard, startSwitchboard } from '../harness/run-switchboard.ts'

const PEOPLE = 400
const patient = { timeout: 60_000, interval: 20 }

describe.each(engines)('an import of people and kill -9, on %s', (engine) => {
  let place: Place
  let server: RunningSwitchboard | undefined
  let authorization = ''
  beforeAll(async () => {
    await buildSwitchboard()
    place = await makePlace(engine)
  })
  afterAll(async () => {
    await server?.kill()
    await place.remove()
  })

  const launch = async () => {
    server = await startSwitchboard(['--development'], { place, environment: { LOG_LEVEL: 'error' } })
  }
  const call = async (method: string, path: string, body?: URLSearchParams | FormData) => {
    const headers = authorization ? { authorization } : undefined
    const init = { method, ...(body && { body }), ...(headers && { headers }) }
    // biome-ignore lint/suspicious/noExplicitAny: tests read answers freely
    return (await (await fetch(`${server!.url}/api/v1${path}`, init)).json()) as any
  }
  const progress = async () => (await call('GET', '/realm/people_imports')).imports[0]

  it('goes on where it was, and creates everybody once', async () => {
    await launch()
    const email = 'ada@example.com'
    const { api_key: key } = await call(
      'POST',
      '/dev_fetch_api_key',
      new URLSearchParams({ username: email }),
    )
    authorization = `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`
    const lines = Array.from({ length: PEOPLE }, (_, index) => `p${index}@example.com,Person ${index}`)
    const form = new FormData()
    form.set('file', new Blob([`email,name\n${lines.join('\n')}\n`]), 'people.csv')
    const { import: made } = await call('POST', '/realm/people_imports', form)
    expect(made).toMatchObject({ total: PEOPLE, wrong: 0 })
    expect((await call('POST', `/realm/people_imports/${made.id}/start`)).result).toBe('success')
    await vi.waitFor(async () => expect((await progress()).done).toBeGreaterThan(20), patient)
    await server!.kill()

    await launch()
    const { done } = await progress()
    expect(done).toBeLessThan(PEOPLE)
    await vi.waitFor(async () => expect((await progress()).finished_at).not.toBeNull(), patient)
    expect(await progress()).toMatchObject({ done: PEOPLE, failed: 0, problem: null })
    const { members } = await call('GET', '/users')
    const emails = members.map((member: { email: string }) => member.email)
    expect(emails.filter((one: string) => /^p\d+@/.test(one))).toHaveLength(PEOPLE)
  }, 180_000)
})
